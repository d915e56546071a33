import { viewOf } from '@shared/agent/view'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import type { EpisodeState } from '@shared/episode/state/episode'
import { isSliceOver, nextSlice } from '../../base/limits/slices'

const TURNS_A_STEP = 200

/**
 * Calls `fold` with longer and longer beginnings of a long episode, in time slices, and not with the whole episode. If
 * `fold` is incremental, a later call with the whole episode is then short.
 */
export async function eachBeginning(state: EpisodeState, fold: (beginning: EpisodeState) => unknown): Promise<void> {
  for (let turns = TURNS_A_STEP; turns < state.turns.length; turns += TURNS_A_STEP) {
    fold({ ...state, turns: state.turns.slice(0, turns), openTurn: null })
    if (isSliceOver()) await nextSlice()
  }
}

/** The folds that each turn of a running episode needs, for its prompt and for its row in the list. */
export function foldForRun(state: EpisodeState): void {
  viewOf(state)
  summarizeEpisode(state)
}
