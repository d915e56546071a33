import { z } from 'zod'
import type { DeepReadonly } from '../../base/deep-readonly'

export const turnAnnotation = z.object({
  turn: z.number().int().nonnegative(),
  bookmarked: z.boolean(),
  /** Playback stops at this turn. */
  isBreakpoint: z.boolean(),
  note: z.string().max(10_000),
})
export type TurnAnnotation = DeepReadonly<z.infer<typeof turnAnnotation>>

/** Limit per episode, because a row of the list shows all of them. */
export const MAX_TAGS = 20

/** A user's label, by which episodes can be found. At most 40 characters. */
export const tag = z.string().trim().min(1, 'a tag needs a word').max(40, 'a tag has at most 40 characters')

/** The user's data about an episode, stored beside the log and never in it. `turns` and `tags` are sorted. */
export const annotations = z.object({
  title: z.string().max(200).nullable(),
  turns: z.array(turnAnnotation),
  tags: z.array(tag).max(MAX_TAGS).default([]),
})
export type Annotations = DeepReadonly<z.infer<typeof annotations>>
