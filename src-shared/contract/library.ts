import { z } from 'zod'
import { EXPORT_FORMATS } from '../episode/export/formats'
import { type Annotations, annotations, MAX_TAGS, tag, turnAnnotation } from '../episode/log/annotations'
import type { EpisodeSummary } from '../episode/projections/summary'
import { type ApiOf, command, feed, none } from './define'
import { byEpisode, episodeId } from './episode-id'
import { MAX_UPLOAD_BASE64 } from './rpc'

export const library = {
  watchLibrary: feed(none).gives<LibraryBatch>(),
  /** Stores the title beside the log. An empty title restores the episode's own. */
  renameEpisode: command(byEpisode.extend({ title: annotations.shape.title.unwrap() })),
  /** Changes the user's annotation of one turn; omitted fields keep their values. */
  annotateTurn: command(
    byEpisode.extend({
      turn: turnAnnotation.shape.turn,
      change: turnAnnotation.omit({ turn: true }).partial(),
    }),
  ),
  /**
   * Adds and removes tags, so that changes from two windows are both kept. Refused with `not_possible` beyond
   * `MAX_TAGS`.
   */
  tagEpisode: command(
    byEpisode.extend({
      add: z.array(tag).max(MAX_TAGS, `an episode has at most ${MAX_TAGS} tags`),
      remove: z.array(tag).max(1000),
    }),
  ),
  /** Moves the episode to the trash. Refused with `running` while it is played, unless `stop` is set. */
  deleteEpisode: command(byEpisode.extend({ stop: z.boolean().optional() })),
  restoreEpisode: command(byEpisode),
  /**
   * Adds an episode from its log: JSON Lines, compressed with gzip, as base64. Refused with `bad_log` for an invalid
   * line.
   */
  addEpisode: command(z.object({ gzip: z.base64().max(MAX_UPLOAD_BASE64) })).gives<{ readonly episodeId: string }>(),
  /** Exports an episode as files, sent in parts. Refused with `bad_log`, `not_found` or `bad_input`. */
  exportEpisode: feed(
    byEpisode.extend({
      format: z.enum(EXPORT_FORMATS),
      /** Private parts of the log to include. */
      included: z.object({ key: z.boolean(), path: z.boolean(), settings: z.boolean() }),
      /** Both ends are included; null for all turns. */
      range: z.object({ from: z.number().int().nonnegative(), to: z.number().int().nonnegative() }).nullable(),
      withThoughts: z.boolean(),
      withNotes: z.boolean(),
    }),
  ).gives<ExportPart>(),
  /** Shows the episode's folder in the file manager. Refused with `not_possible` if the shell cannot. */
  revealEpisode: command(byEpisode),
  readTrash: command(none).gives<readonly LibraryEntry[]>(),
  /** Permanently erases episodes from the trash folder. */
  eraseEpisodes: command(z.object({ episodeIds: z.array(episodeId) })),
}
export type LibraryApi = ApiOf<typeof library>

/** A row of the list. If `readable` is false, `reason` says why the log could not be read. */
export interface LibraryEntry {
  readonly id: string
  readonly running: boolean
  /** Present while another program plays the episode: it can be watched, but not steered. */
  readonly elsewhere?: true
  /** Present if the program that played it was killed, and no other has taken over. */
  readonly cutShort?: true
  readonly readable: boolean
  readonly summary: EpisodeSummary | null
  readonly annotations: Annotations
  readonly reason: string | null
}

export interface ExportPart {
  /** Name or relative path, with slashes. */
  readonly file: string
  readonly bytes: Uint8Array
}

export interface LibraryBatch {
  readonly changed: readonly LibraryEntry[]
  readonly removed: readonly string[]
  /**
   * Folders that have a log but are not listed because of their names. Present with the whole list whenever it changed.
   */
  readonly skipped?: readonly string[]
  /** True in the last batch of current rows; later rows are changes. */
  readonly live: boolean
}
