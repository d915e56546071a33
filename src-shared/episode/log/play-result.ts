import { z } from 'zod'
import { observed } from './event'

/**
 * What the tool `play_action` of the text-adventure server gives beside its text: the observation, and what the action
 * brought.
 */
export const playResult = observed.extend({
  /** Points gained by this action. */
  reward: z.number().nullable(),
  done: z.boolean(),
})
export type PlayResult = z.output<typeof playResult>

/** The state of a game as the resource `game://state` and the tool `memory` give it. */
export const gameStatus = playResult.extend({
  /** Of the place, when the story last gave it in full; null if it never did. */
  description: z.string().nullable(),
  game: z.string(),
  story: z.object({
    file_name: z.string(),
    sha256: z.string(),
    version: z.number().int(),
    release: z.number().int(),
    serial: z.string(),
  }),
  step: z.number().int(),
  /** Hash of everything that decides how the game goes on. */
  state_hash: z.string(),
  recent_actions: z.array(z.object({ action: z.string().nullable(), text: z.string() })),
  saved_games: z.array(z.string()),
})
