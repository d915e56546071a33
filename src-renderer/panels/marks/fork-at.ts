import { lastForkTurn } from '../../session/episode/episode-status'
import { useEpisode } from '../../session/episode/episode-store'
import { openForkSheet } from '../../session/episode/forks/fork-store'

/** Forks after `turn`, or before it if it is still being played or ended the story. */
export function forkAt(turn: number): void {
  const { id, history } = useEpisode.getState()
  if (id !== null) openForkSheet(id, Math.min(turn, lastForkTurn(history.latest)))
}
