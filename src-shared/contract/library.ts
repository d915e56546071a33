import { z } from 'zod'
import { type Annotations, annotations, MOST_TAGS, tag, turnAnnotation } from '../episode/log/annotations'
import type { EpisodeSummary } from '../episode/projections/summary'
import { type ApiOf, command, feed, none } from './define'
import { byEpisode, episodeId } from './episode-id'

/** The episodes of the data folder, what the reader notes of them, and the trash. */

export const library = {
  watchLibrary: feed(none).gives<LibraryBatch>(),
  /** The title is kept beside the log. An empty one gives the episode its own back. */
  renameEpisode: command(byEpisode.extend({ title: annotations.shape.title.unwrap() })),
  /** What the reader says of one turn now; what is not named stays as it was. */
  annotateTurn: command(
    byEpisode.extend({
      turn: turnAnnotation.shape.turn,
      change: turnAnnotation.omit({ turn: true }).partial(),
    }),
  ),
  /**
   * Changes are made to the tags that there are, so that what two windows add stays. Refused with `not_possible` if
   * there would be more than an episode can have.
   */
  tagEpisode: command(
    byEpisode.extend({
      add: z.array(tag).max(MOST_TAGS, `an episode has at most ${MOST_TAGS} tags`),
      remove: z.array(tag).max(1000),
    }),
  ),
  /**
   * Moves the episode to the trash folder of the data folder. Refused with `running` while it is played, unless it is
   * to be stopped first.
   */
  deleteEpisode: command(byEpisode.extend({ stop: z.boolean().optional() })),
  restoreEpisode: command(byEpisode),
  readTrash: command(none).gives<readonly LibraryEntry[]>(),
  /** Erases these from the trash folder, for good. */
  eraseEpisodes: command(z.object({ episodeIds: z.array(episodeId) })),
}
export type LibraryApi = ApiOf<typeof library>

/** One row of the library. `readable` false: the log could not be read, and `reason` says why. */
export interface LibraryEntry {
  readonly id: string
  readonly running: boolean
  /** Present where another program plays it: it can be watched, and not steered. */
  readonly elsewhere?: true
  readonly readable: boolean
  readonly summary: EpisodeSummary | null
  readonly annotations: Annotations
  readonly reason: string | null
}

export interface LibraryBatch {
  readonly changed: readonly LibraryEntry[]
  readonly removed: readonly string[]
  /**
   * Folders that hold a log and are not listed, because of their names: all of them, where they are others than before.
   */
  readonly skipped?: readonly string[]
  /** True with the last of the rows that there are now: what follows is change. */
  readonly live: boolean
}
