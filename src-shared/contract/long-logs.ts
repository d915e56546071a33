import { z } from 'zod'
import { EXPORT_FORMATS } from '../episode/export-episode'
import { episodeId } from './episode-id'

/** What the host does with a log that is too long for a window to hold. Part of contract.ts. */

export const longLogParams = {
  /** The turns of all of the log that a search finds, as they are found. */
  searchEpisode: z.object({ episodeId, search: z.string().min(1).max(1000) }),
  /**
   * The bytes of a file to keep or to give away, from its beginning to its end. A page is made by the window, which
   * must hold the episode for it.
   */
  exportEpisode: z.object({
    episodeId,
    format: z.enum(EXPORT_FORMATS).exclude(['html']),
    /** What goes out all the same, see `redactEvents`. */
    kept: z.object({ key: z.boolean(), path: z.boolean(), settings: z.boolean() }),
    withThoughts: z.boolean(),
  }),
} as const
export type LogExport = Readonly<Omit<z.infer<typeof longLogParams.exportEpisode>, 'episodeId'>>

interface Progress {
  /** Of the log that has been read, from 0 to 1. */
  readonly share: number
}

export interface SearchBatch extends Progress {
  /** The turns found since the batch before, by number. */
  readonly hits: readonly number[]
}

export interface ExportBatch extends Progress {
  /** UTF-8; cut anywhere. */
  readonly bytes: Uint8Array
}
