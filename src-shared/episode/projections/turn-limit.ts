import type { EpisodeState } from '../state/episode'

/** Used if the first limit is unknown because it was set when the episode was resumed. */
const DEFAULT_MORE_TURNS = 100

const moreTurns = ({ manifest }: Pick<EpisodeState, 'manifest'>): number => manifest?.turn_limit ?? DEFAULT_MORE_TURNS

/**
 * The number of turns that are added when an episode continues after its turn limit: as many as the first limit
 * allowed. Null unless the episode ended at the limit.
 */
export const moreTurnsOf = (state: Pick<EpisodeState, 'ended' | 'manifest'>): number | null =>
  state.ended?.ended === 'turn_limit' ? moreTurns(state) : null

/** The turn limit of a fork from `turn`: its parent's or, beyond that, more turns. Null if the parent has no limit. */
export const turnLimitOfFork = (state: Pick<EpisodeState, 'turnLimit' | 'manifest'>, turn: number): number | null =>
  state.turnLimit === null || turn < state.turnLimit ? state.turnLimit : turn + moreTurns(state)
