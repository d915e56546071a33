import { z } from 'zod'
import type { Fit } from '../models/fit'
import type { GoodModel } from '../models/good-models'
import { type ApiOf, command, feed, none } from './define'
import { MAX_UPLOAD_BASE64 } from './rpc'

/** Models that run on this computer, in the app or in another server. */

const byModel = z.object({ name: z.string().min(1).max(100) })
const byListed = z.object({ id: z.string().min(1).max(100) })

export const localModels = {
  /** Everything of the sheet, again with each change. */
  watchLocalModels: feed(none).gives<LocalModels>(),
  /** Asks the usual servers on this computer for their models. Takes half a second at most. */
  findLocalServers: command(none).gives<readonly LocalServer[]>(),
  /** Uses a model file where it is. Refused with `bad_file` for a file that is not a model. */
  addModelFile: command(z.object({ path: z.string().min(1).max(4096) })).gives<{ readonly name: string }>(),
  /**
   * Stores a part of a file, because a browser gives a page no path. `upload` is the page's name for it. The last part
   * completes the file. Refused like `addModelFile`, and with `cannot_write` for a full disk.
   */
  uploadModelPart: command(
    z.object({
      upload: z.uuid(),
      fileName: z.string().min(1).max(255),
      at: z.number().int().min(0),
      totalBytes: z.number().int().positive(),
      base64: z.base64().max(MAX_UPLOAD_BASE64),
    }),
  ).gives<{ readonly name: string | null }>(),
  cancelUpload: command(z.object({ upload: z.uuid() })),
  /** Begins or continues a download. Refused with `not_possible` if the computer cannot hold the model. */
  downloadModel: command(byListed),
  /** Stops a download. The received part stays. */
  pauseDownload: command(byListed),
  /** Stops a download and deletes the received part. */
  cancelDownload: command(byListed),
  /** Deletes a model; of a file elsewhere only the note is deleted. Refused with `running` while it answers. */
  removeModel: command(byModel),
  /** Ends its process, which frees its memory. */
  unloadModel: command(byModel),
  /** Shows the folder of the models in the system's file manager. Refused with `not_possible` without one. */
  revealModels: command(none),
}
export type LocalModelsApi = ApiOf<typeof localModels>

export interface LocalModels {
  readonly folder: string
  readonly canReveal: boolean
  /** Why this installation runs no models; null if it does. */
  readonly unavailable: string | null
  readonly memoryBytes: number
  /** Room on the disk of the folder; null if unknown. */
  readonly freeBytes: number | null
  readonly models: readonly LocalModel[]
  readonly unusable: readonly { readonly name: string; readonly reason: string }[]
  readonly listed: readonly ListedModel[]
}

export interface LocalModel {
  readonly name: string
  readonly title: string
  readonly architecture: string
  readonly quantization: string
  readonly parameters: number
  readonly sizeBytes: number
  /** In tokens, of the context that it is loaded with. */
  readonly contextTokens: number
  readonly memoryBytes: number
  readonly fit: Fit
  readonly isTooSmall: boolean
  /** Whether its chat template shows tools to it. */
  readonly takesTools: boolean
  /** Null until it was computed. */
  readonly sha256: string | null
  /** `listed`: it has the hash of the list. `none`: it is not in the list. */
  readonly verified: 'listed' | 'none'
  /** A file elsewhere, which is used where it is. */
  readonly isInPlace: boolean
  readonly state: 'idle' | 'loading' | 'loaded'
  /** How much of it is loaded, from 0 to 1. */
  readonly loadedShare: number
}

export interface ListedModel extends GoodModel {
  readonly memoryBytes: number
  readonly fit: Fit
  readonly isTooSmall: boolean
  /** Its name among the installed models; null if it is not installed. */
  readonly installedAs: string | null
  readonly download: ModelDownload | null
}

export interface ModelDownload {
  /** `failed` and `paused` can be continued. */
  readonly state: 'receiving' | 'checking' | 'paused' | 'failed'
  readonly receivedBytes: number
  /** In the last seconds; null if unknown. */
  readonly bytesPerSecond: number | null
  /** Why it failed. */
  readonly reason: string | null
}

export interface LocalServer {
  /** Its product; null if another program answers on its port. */
  readonly name: string | null
  readonly baseUrl: string
  readonly models: readonly string[]
}
