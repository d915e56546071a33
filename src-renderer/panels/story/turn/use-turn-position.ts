import { useState } from 'react'
import type { Turn } from '@shared/episode/state/episode'
import { useEpisode } from '../../../session/episode/episode-store'
import { turnOf } from '../../../session/episode/playhead'

type TurnPosition = 'past' | 'here' | 'ahead'

export function useTurnPosition(turn: number): TurnPosition {
  return useEpisode(({ history, playhead }) => {
    if (playhead === 'live') return 'past'
    const here = turnOf(history, playhead)
    if (turn < here) return 'past'
    return turn === here ? 'here' : 'ahead'
  })
}

/** The turn up to the playhead. */
export function useSeenTurn(turn: Turn): Turn {
  return useEpisode(({ playhead, shown }) =>
    playhead !== 'live' && shown.openTurn?.number === turn.number ? shown.openTurn : turn,
  )
}

/** Whether the pointer is over an element, and the props for that element. */
export function usePointed() {
  const [isPointed, setIsPointed] = useState(false)
  return [isPointed, { onPointerEnter: () => setIsPointed(true), onPointerLeave: () => setIsPointed(false) }] as const
}
