import type { EpisodeState } from '../state/episode'

/** If the first limit is unknown, because the limit was set when the episode was resumed. */
const DEFAULT_MORE_TURNS = 100

const moreTurns = ({ manifest }: Pick<EpisodeState, 'manifest'>): number => manifest?.turn_limit ?? DEFAULT_MORE_TURNS

/** Turns that an episode gets when it continues after its turn limit: as many as at first. Null before the limit. */
export const moreTurnsOf = (state: Pick<EpisodeState, 'ended' | 'manifest'>): number | null =>
  state.ended?.ended === 'turn_limit' ? moreTurns(state) : null

/** The turn limit of a fork from `turn`: its parent's, or more turns at the limit. Null: the parent has none. */
export const turnLimitOfFork = (state: Pick<EpisodeState, 'turnLimit' | 'manifest'>, turn: number): number | null =>
  state.turnLimit === null || turn < state.turnLimit ? state.turnLimit : turn + moreTurns(state)
