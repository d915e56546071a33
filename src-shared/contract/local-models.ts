import { z } from 'zod'
import type { Fit } from '../models/fit'
import type { GoodModel } from '../models/good-models'
import { type ApiOf, command, feed, none } from './define'
import { MAX_UPLOAD_BASE64 } from './rpc'

/** Models that run on this computer, in the app or in another server. */

const byModel = z.object({ name: z.string().min(1).max(100) })
const byListed = z.object({ id: z.string().min(1).max(100) })

export const localModels = {
  /** The whole state, sent again after each change. */
  watchLocalModels: feed(none).gives<LocalModels>(),
  /** Searches for model servers on their usual ports of this computer. Takes at most half a second. */
  findLocalServers: command(none).gives<readonly LocalServer[]>(),
  /** Adds a model file without copying it. Refused with `bad_file` if it is not a model. */
  addModelFile: command(z.object({ path: z.string().min(1).max(4096) })).gives<{ readonly name: string }>(),
  /**
   * Uploads a part of a file, because a page cannot get its path. `upload` is the page's id for the file. The last part
   * completes it. Refused like `addModelFile`, and with `cannot_write` for a full disk.
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
  /** Starts or continues a download. Refused with `not_possible` if the computer cannot hold the model. */
  downloadModel: command(byListed),
  /** Stops a download and keeps the received part. */
  pauseDownload: command(byListed),
  /** Stops a download and deletes the received part. */
  cancelDownload: command(byListed),
  /** Deletes a model, but not a file that was added in place. Refused with `running` while it answers. */
  removeModel: command(byModel),
  /** Ends the model's process, which frees its memory. */
  unloadModel: command(byModel),
  /** Shows the models' folder in the file manager. Refused with `not_possible` if the shell cannot. */
  revealModels: command(none),
}
export type LocalModelsApi = ApiOf<typeof localModels>

export interface LocalModels {
  readonly folder: string
  readonly canReveal: boolean
  /** The reason why this installation cannot run models; null if it can. */
  readonly unavailable: string | null
  readonly memoryBytes: number
  /** Free space on the folder's disk; null if unknown. */
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
  /** Size of the context that it is loaded with, in tokens. */
  readonly contextTokens: number
  readonly memoryBytes: number
  readonly fit: Fit
  readonly isTooSmall: boolean
  /** Whether its chat template supports tools. */
  readonly takesTools: boolean
  /** Null until it was computed. */
  readonly sha256: string | null
  /** `listed`: its hash equals the one in the list. `none`: it is not in the list. */
  readonly verified: 'listed' | 'none'
  /** True for a file outside of the models' folder. */
  readonly isInPlace: boolean
  readonly state: 'idle' | 'loading' | 'loaded'
  /** Loaded share of the model, from 0 to 1. */
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
  /** A `failed` or `paused` download can be continued. */
  readonly state: 'receiving' | 'checking' | 'paused' | 'failed'
  readonly receivedBytes: number
  /** Average of the last seconds; null if unknown. */
  readonly bytesPerSecond: number | null
  /** The reason of the failure; null unless it failed. */
  readonly reason: string | null
}

export interface LocalServer {
  /** The product's name; null if another program answers on its port. */
  readonly name: string | null
  readonly baseUrl: string
  readonly models: readonly string[]
}
