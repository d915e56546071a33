import type { EpisodeState } from '@shared/episode/state/episode'
import { useState } from 'react'

/** The same object until an event is applied: pieces of a draft, which come every frame, make no new one. */
export function useSettled(state: EpisodeState): EpisodeState {
  const [kept, keep] = useState(state)
  if (kept.seq === state.seq && kept.manifest === state.manifest && kept.turns === state.turns) return kept
  keep(state)
  return state
}
