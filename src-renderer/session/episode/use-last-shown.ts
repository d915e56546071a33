import { DEMO_ID } from './local-episodes'
import { type OpenEpisode, useEpisode } from './episode-store'
import { turnOf } from './playhead'
import { useView } from '../view/view-store'

/** The last turn that may be shown, if the reader wants to see nothing of what lies ahead; else null. */
export function useLastShown(): number | null {
  const hidesAhead = useView((view) => view.hidesAhead)
  return useEpisode((episode) => lastShown(episode, hidesAhead))
}

export const lastShownOf = (episode: OpenEpisode): number | null => lastShown(episode, useView.getState().hidesAhead)

/** The recorded episode is played like a film. */
const lastShown = ({ id, history, playhead }: OpenEpisode, hidesAhead: boolean): number | null =>
  (hidesAhead || id === DEMO_ID) && playhead !== 'live' ? turnOf(history, playhead) : null
