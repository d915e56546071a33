import { lastForkTurn } from '../../session/episode/episode-status'
import { useEpisode } from '../../session/episode/episode-store'
import { openForkSheet } from '../../session/episode/forks/fork-store'

/** Opens the fork sheet for `turn`, or for the last turn that can be forked, if that is earlier. */
export function forkAt(turn: number): void {
  const { id, history } = useEpisode.getState()
  if (id !== null) openForkSheet(id, Math.min(turn, lastForkTurn(history.latest)))
}
