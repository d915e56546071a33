import { useView } from '../view/view-store'
import { type OpenEpisode, useEpisode } from './episode-store'
import { DEMO_ID } from './local-episodes'
import { turnOf } from './playhead'

/** The last turn that may be shown if turns after the playhead are hidden; otherwise null. */
export function useLastVisibleTurn(): number | null {
  const hidesAhead = useView((view) => view.hidesAhead)
  return useEpisode((episode) => lastVisibleTurn(episode, hidesAhead))
}

export const lastVisibleTurnOf = (episode: OpenEpisode): number | null =>
  lastVisibleTurn(episode, useView.getState().hidesAhead)

/** The demo recording always hides turns after the playhead. */
const lastVisibleTurn = ({ id, history, playhead }: OpenEpisode, hidesAhead: boolean): number | null =>
  (hidesAhead || id === DEMO_ID) && playhead !== 'live' ? turnOf(history, playhead) : null
