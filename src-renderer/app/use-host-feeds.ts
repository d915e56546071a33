import { useEffect } from 'react'
import { isEmptyAddress } from '../session/episode/address'
import { useHostApi } from '../session/connection/connection-store'
import { useEpisode } from '../session/episode/episode-store'
import { isFirstRun, playDemo } from '../session/episode/demo'
import { followLibrary, followStories } from '../session/host/feeds'
import { useEpisodeFeed } from '../session/host/use-episode-feed'
import { followQuestions } from '../session/connection/server-questions'
import { failureOf } from '../session/connection/refusal'
import { useLibrary } from '../session/episodes/library-store'
import { setView } from '../session/view/view-store'
import { questionStrings } from '../sheets/questions/strings'
import { tell as tellNotice } from '../kit/text/notice-store'

/** Keeps library and open episode fed as long as there is a connection; a new one goes on from the next event. */
export function useHostFeeds(): void {
  const api = useHostApi()
  useEpisodeFeed()

  useEffect(() => {
    if (api === null) return undefined
    const closing = new AbortController()
    const tell = (error: unknown) => {
      const failure = failureOf(error, closing.signal)
      // What was told before stays to be read when the host is lost.
      if (failure !== null) setView({ failure })
    }
    followStories(api, closing.signal).catch(tell)
    followQuestions(api, closing.signal, ({ server }) => tellNotice(questionStrings.over(server))).catch(tell)
    followLibrary(api, closing.signal).catch(tell)
    return () => closing.abort()
  }, [api])

  // A window that opens on nothing shows the episode that is running, if there is one; the first of all shows a
  // recorded one. Later ones do not take the window over.
  const libraryIsRead = useLibrary(({ isRead }) => isRead)
  useEffect(() => {
    const running = [...useLibrary.getState().entries.values()].find((entry) => entry.running)
    if (!libraryIsRead || !isEmptyAddress(location.hash)) return
    if (isFirstRun()) void playDemo()
    if (running && useEpisode.getState().id === null) useEpisode.getState().open(running.id, 'live')
  }, [libraryIsRead])
}
