import { isTakenOver } from '@shared/episode/projections/help'
import { useMemo } from 'react'
import { useEpisode } from '../../session/episode/episode-store'

/** Actions of a person in this episode, latest last. */
export function usePastActions(): readonly string[] {
  const turns = useEpisode(({ history }) => history.latest.turns)
  return useMemo(() => turns.flatMap((turn) => (isTakenOver(turn) ? [turn.action?.action ?? ''] : [])), [turns])
}
