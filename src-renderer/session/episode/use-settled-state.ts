import type { EpisodeState } from '@shared/episode/state/episode'
import { useState } from 'react'

/** The same object until a logged event is applied; draft pieces, which arrive every frame, do not change it. */
export function useSettledState(state: EpisodeState): EpisodeState {
  const [settled, setSettled] = useState(state)
  const isSame = settled.seq === state.seq && settled.manifest === state.manifest && settled.turns === state.turns
  if (isSame) return settled
  setSettled(state)
  return state
}
