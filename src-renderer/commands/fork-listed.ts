import { useEpisode } from '../session/episode/episode-store'
import { useView } from '../session/view/view-store'
import { actions, isAvailable } from './actions'

/** Asks for a fork of an episode of the library, which is opened for that: its sheet needs all of the log. */
export function forkListed(id: string): void {
  const showOnceRead = (): boolean => {
    const isLeft = useEpisode.getState().id !== id || useView.getState().dialog !== null
    const isReady = !isLeft && isAvailable(actions.fork)
    if (isReady) void actions.fork.run()
    return isLeft || isReady
  }
  if (useEpisode.getState().id !== id) useEpisode.getState().open(id, 'live')
  if (showOnceRead()) return
  const stop = useEpisode.subscribe(() => {
    if (showOnceRead()) stop()
  })
}
