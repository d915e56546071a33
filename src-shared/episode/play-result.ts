import { z } from 'zod'
import { facts } from './event'

/** An observation as the text-adventure server tells it. What the machine cannot tell is null. */
export const observed = z.object({
  text: z.string(),
  prompt: z.string(),
  input: z.enum(['line', 'char', 'ended']),
  ...facts.shape,
  notices: z.array(z.string()),
  fault: z.boolean(),
})

/** What its tool `play_action` gives beside its text: the observation, and what the action brought. */
export const playResult = observed.extend({
  /** Points gained by this action. */
  reward: z.number().nullable(),
  done: z.boolean(),
})
export type PlayResult = z.output<typeof playResult>

/** The state of a game as the resource `game://state` and the tool `memory` give it. */
export const gameStatus = playResult.extend({
  game: z.string(),
  story: z.object({ file_name: z.string(), sha256: z.string(), version: z.number().int(), release: z.number().int(), serial: z.string() }),
  step: z.number().int(),
  /** Hash of everything that decides how the game goes on. */
  state_hash: z.string(),
  recent_actions: z.array(z.object({ action: z.string().nullable(), text: z.string() })),
  saved_games: z.array(z.string()),
})
