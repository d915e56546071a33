import { useEpisode } from './episode-store'
import { turnOf } from './playhead'
import { useView } from './view-store'

/** The last turn that may be shown, if the reader wants to see nothing of what lies ahead; else null. */
export function useLastShown(): number | null {
  const hidesAhead = useView((view) => view.hidesAhead)
  return useEpisode(({ history, playhead }) => (hidesAhead && playhead !== 'live' ? turnOf(history, playhead) : null))
}
