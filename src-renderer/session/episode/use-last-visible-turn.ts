import { useView } from '../view/view-store'
import { type OpenEpisode, useEpisode } from './episode-store'
import { DEMO_ID } from './local-episodes'
import { turnOf } from './playhead'

/** The last turn that may be shown if turns ahead of the playhead are hidden; else null. */
export function useLastVisibleTurn(): number | null {
  const hidesAhead = useView((view) => view.hidesAhead)
  return useEpisode((episode) => lastVisibleTurn(episode, hidesAhead))
}

export const lastVisibleTurnOf = (episode: OpenEpisode): number | null =>
  lastVisibleTurn(episode, useView.getState().hidesAhead)

/** The recorded episode always hides what is ahead. */
const lastVisibleTurn = ({ id, history, playhead }: OpenEpisode, hidesAhead: boolean): number | null =>
  (hidesAhead || id === DEMO_ID) && playhead !== 'live' ? turnOf(history, playhead) : null
