import { DEMO_ID } from './local-episodes'
import { useEpisode } from './episode-store'
import { turnOf } from './playhead'
import { useView } from '../view/view-store'

/** The last turn that may be shown, if the reader wants to see nothing of what lies ahead; else null. */
export function useLastShown(): number | null {
  const hidesAhead = useView((view) => view.hidesAhead)
  // The recorded episode is played like a film.
  return useEpisode(({ id, history, playhead }) =>
    (hidesAhead || id === DEMO_ID) && playhead !== 'live' ? turnOf(history, playhead) : null,
  )
}
