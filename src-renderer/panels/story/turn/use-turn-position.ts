import type { Turn } from '@shared/episode/state/episode'
import { useEpisode } from '../../../session/episode/episode-store'
import { turnOf } from '../../../session/episode/playhead'

/** Position of a turn relative to the playhead. */
export type TurnPosition = 'past' | 'here' | 'ahead'

export function useTurnPosition(turn: number): TurnPosition {
  return useEpisode(({ history, playhead }) => {
    if (playhead === 'live') return 'past'
    const here = turnOf(history, playhead)
    if (turn < here) return 'past'
    return turn === here ? 'here' : 'ahead'
  })
}

/** The turn as of the playhead: cut there if the playhead is inside it. */
export function useSeenTurn(turn: Turn): Turn {
  return useEpisode(({ playhead, shown }) =>
    playhead !== 'live' && shown.openTurn?.number === turn.number ? shown.openTurn : turn,
  )
}
