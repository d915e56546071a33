import { z } from 'zod'
import { observed } from './event'

/** The structured result of the tool `play_action` of the text-adventure server: the game's reply and the reward. */
export const playResult = observed.extend({
  reward: z.number().nullable(),
  done: z.boolean(),
})
export type PlayResult = z.output<typeof playResult>

/** The state of a game, as the resource `game://state` and the tool `memory` return it. */
export const gameStatus = playResult.extend({
  /** The latest full description of the current location; null if it was never described. */
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
  /** Hash of everything that determines how the game continues. */
  state_hash: z.string(),
  recent_actions: z.array(z.object({ action: z.string().nullable(), text: z.string() })),
  saved_games: z.array(z.string()),
})
