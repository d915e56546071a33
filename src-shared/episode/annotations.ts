import { z } from 'zod'
import type { DeepReadonly } from '../deep-readonly'

/** What the reader wrote about one turn. A turn without any of it has no such entry. */
export const turnAnnotation = z.object({
  turn: z.number().int().nonnegative(),
  bookmarked: z.boolean(),
  /** Playback stops when it reaches this turn. */
  isBreakpoint: z.boolean(),
  note: z.string().max(10_000),
})
export type TurnAnnotation = DeepReadonly<z.infer<typeof turnAnnotation>>

/**
 * The reader's own side of an episode: kept beside the log, never in it, so the log stays what happened. `turns` is in
 * order of turns.
 */
export const annotations = z.object({ title: z.string().max(200).nullable(), turns: z.array(turnAnnotation) })
export type Annotations = DeepReadonly<z.infer<typeof annotations>>
