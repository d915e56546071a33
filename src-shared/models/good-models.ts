import { z } from 'zod'

/** A model that the app offers for download: an entry of build/models/good-models.json. */
const goodModel = z.strictObject({
  /** Its name in `zorkgpt model get ID`. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,60}$/),
  title: z.string().min(1).max(100),
  /** Path of the file below the address in the setting `local_models.download_address`. */
  file: z.string().regex(/^[\w.-]+(?:\/[\w.-]+)*\.gguf$/),
  licence: z.string().min(1).max(100),
  quantization: z.string().min(1).max(30),
  parameters: z.number().int().positive(),
  sizeBytes: z.number().int().positive(),
  /** Context memory per token, in bytes: layers × heads of keys × size of a head × 2 × 2 bytes. */
  contextBytesPerToken: z.number().int().min(0),
  /** Null if unknown; a download is then marked as not verified. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** A sentence that helps a person to choose. */
  goodFor: z.string().min(1).max(300),
})
export const goodModels = z.array(goodModel).max(100)
export type GoodModel = Readonly<z.infer<typeof goodModel>>
