import type { EpisodeState } from '../state/episode'
import { changesOfTurn, observationBefore } from '../state/turn-changes'

export interface Death {
  readonly turn: number
  /** Where the player character died, as far as the machine tells. */
  readonly location: number | null
}

/** Every death so far: a story may bring the player character back, and so may a rule of the run. */
export function deathsOf(state: Pick<EpisodeState, 'turns' | 'opening' | 'openTurn'>): readonly Death[] {
  const turns = state.openTurn ? [...state.turns, state.openTurn] : state.turns
  return turns
    .filter((turn) => changesOfTurn(state, turn).died)
    .map(({ number, observation }) => {
      // Who plays on stands where the story, or the rule, put them: they died where they were before.
      const at = observation?.game_over === true ? observation : observationBefore(state, number)
      return { turn: number, location: at?.location?.id ?? null }
    })
}
