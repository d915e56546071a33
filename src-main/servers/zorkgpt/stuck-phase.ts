import type { EpisodeState } from '@shared/episode/state/episode'
import { changesOfTurn } from '@shared/episode/state/turn-changes'

interface StuckPhase {
  readonly firstTurn: number
  readonly lastTurn: number
}

/** The longest stretch of turns without points or new locations; null if there is none of at least two turns. */
export function longestStuckPhase(state: Pick<EpisodeState, 'turns' | 'opening'>): StuckPhase | null {
  const seen = new Set([state.opening?.location?.id])
  let longest: StuckPhase | null = null
  let first = 1
  for (const turn of state.turns) {
    const { number, observation } = turn
    const id = observation?.location?.id
    if (changesOfTurn(state, turn).scoreDelta > 0 || (id !== undefined && !seen.has(id))) first = number + 1
    seen.add(id)
    if (number - first >= (longest === null ? 1 : longest.lastTurn - longest.firstTurn + 1))
      longest = { firstTurn: first, lastTurn: number }
  }
  return longest
}
