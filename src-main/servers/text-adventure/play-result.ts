import { z } from 'zod'
import { facts } from '@shared/episode/event'
import type { GameSession, Played } from './game-session'

/** What `play_action` gives beside its text: the facts behind the reply, read from the game's memory. What the machine cannot tell is null. */
export const playResult = z.object({
  text: z.string(),
  prompt: z.string(),
  input: z.enum(['line', 'char', 'ended']),
  ...facts.shape,
  notices: z.array(z.string()),
  fault: z.boolean(),
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
export type GameStatus = z.output<typeof gameStatus>

export const resultOf = ({ observation, reward, done }: Played) => ({ ...observation, reward, done })

export function statusOf(session: GameSession) {
  const { story, notebook, environment } = session
  const { sha256, version, release, serial } = story.identity
  return {
    ...resultOf(session.look()),
    game: story.name,
    story: { file_name: story.fileName, sha256, version, release, serial },
    step: notebook.step,
    state_hash: environment.getStateHash(),
    recent_actions: notebook.history.slice(-5).map(({ action, text }) => ({ action, text })),
    saved_games: session.saveNames,
  }
}
