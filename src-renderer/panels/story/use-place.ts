import type { Turn } from '@shared/episode/state/episode'
import { useEpisode } from '../../session/episode/episode-store'
import { turnOf } from '../../session/episode/playhead'

/** Where a turn stands: past, at the playhead, or still ahead of it. */
export type Place = 'past' | 'here' | 'ahead'

export function usePlace(turn: number): Place {
  return useEpisode(({ history, playhead }) => {
    if (playhead === 'live') return 'past'
    const here = turnOf(history, playhead)
    if (turn < here) return 'past'
    return turn === here ? 'here' : 'ahead'
  })
}

/** A turn as it is seen from the playhead: one that the playhead stands inside of, only as far as it had come. */
export function useSeenTurn(turn: Turn): Turn {
  return useEpisode(({ playhead, shown }) =>
    playhead !== 'live' && shown.openTurn?.number === turn.number ? shown.openTurn : turn,
  )
}
