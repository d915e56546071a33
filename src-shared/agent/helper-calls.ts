import type { HelperRole } from '../episode/log/mind-schema'
import type { EpisodeState, HelperCall } from '../episode/state/episode'

type Played = Pick<EpisodeState, 'turns' | 'openTurn'>

/** All calls of one helper, the newest first. */
export function* callsOf(
  { turns, openTurn }: Played,
  role: HelperRole,
): Generator<HelperCall & { readonly turn: number }> {
  for (let index = turns.length; index >= 0; index--) {
    const turn = index === turns.length ? openTurn : turns[index]
    const calls = turn?.helperCalls ?? []
    for (let at = calls.length - 1; at >= 0; at--) {
      const call = calls[at]
      if (turn && call?.role === role) yield { ...call, turn: turn.number }
    }
  }
}

/** True if there is no answer, or if it could not be parsed. */
export const isFailed = ({ response, failures }: Pick<HelperCall, 'response' | 'failures'>): boolean =>
  response === null || failures?.at(-1)?.retry_in_ms === null
