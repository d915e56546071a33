import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'

/** What the reader wrote about one turn. A turn without any of it has no such entry. */
export const turnAnnotation = z.object({
  turn: z.number().int().nonnegative(),
  bookmarked: z.boolean(),
  /** Playback stops when it reaches this turn. */
  isBreakpoint: z.boolean(),
  note: z.string().max(10_000),
})
export type TurnAnnotation = DeepReadonly<z.infer<typeof turnAnnotation>>

/** So many an episode: they are seen in its row. */
export const MOST_TAGS = 20

/** A word or a few of the reader's own, by which episodes are found again. In characters. */
export const tag = z.string().trim().min(1, 'a tag needs a word').max(40, 'a tag has at most 40 characters')

/**
 * The reader's own side of an episode: kept beside the log, never in it, so the log stays what happened. `turns` is in
 * order of turns, `tags` in that of the alphabet; a file of an earlier version has none.
 */
export const annotations = z.object({
  title: z.string().max(200).nullable(),
  turns: z.array(turnAnnotation),
  tags: z.array(tag).max(MOST_TAGS).default([]),
})
export type Annotations = DeepReadonly<z.infer<typeof annotations>>
