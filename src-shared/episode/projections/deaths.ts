import type { EpisodeState } from '../state/episode'
import { changesOfTurn, observationBefore } from '../state/turn-changes'

export interface Death {
  readonly turn: number
  /** Where the player character died; null if the machine cannot determine it. */
  readonly location: number | null
}

/** All deaths so far. There may be several, because the story or a rule of the run can revive the player character. */
export function deathsOf(state: Pick<EpisodeState, 'turns' | 'opening' | 'openTurn'>): readonly Death[] {
  const turns = state.openTurn ? [...state.turns, state.openTurn] : state.turns
  return turns
    .filter((turn) => changesOfTurn(state, turn).died)
    .map(({ number, observation }) => {
      // If play continued, the story or a rule has already moved the player, who died at the previous location.
      const at = observation?.game_over === true ? observation : observationBefore(state, number)
      return { turn: number, location: at?.location?.id ?? null }
    })
}
