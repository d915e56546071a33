import { useEpisode } from '../session/episode/episode-store'
import { useView } from '../session/view/view-store'
import { actions, isAvailable } from './actions'

/** Opens an episode and, once the whole log is read, its fork sheet. */
export function forkListed(id: string): void {
  const showOnceRead = (): boolean => {
    const isAbandoned = useEpisode.getState().id !== id || useView.getState().dialog !== null
    const isReady = !isAbandoned && isAvailable(actions.fork)
    if (isReady) void actions.fork.run()
    return isAbandoned || isReady
  }
  if (useEpisode.getState().id !== id) useEpisode.getState().open(id, 'live')
  if (showOnceRead()) return
  const stop = useEpisode.subscribe(() => {
    if (showOnceRead()) stop()
  })
}
