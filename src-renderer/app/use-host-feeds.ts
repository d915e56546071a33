import { useEffect } from 'react'
import { showNotice as tellNotice } from '../kit/text/notice-store'
import { useHostApi, failureOf } from '../session/connection/connection-store'
import { followQuestions } from '../session/connection/server-questions'
import { useEpisode } from '../session/episode/episode-store'
import { isEmptyAddress } from '../session/episode/links/address'
import { isFirstRun, playDemo } from '../session/episode/playback/demo'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { followEpisodes, followStories, useEpisodeFeed } from '../session/host/feeds'
import { setView } from '../session/view/view-store'
import { questionStrings } from '../sheets/questions/strings'

/** Feeds the window while connected; after a reconnect from the next event. */
export function useHostFeeds(): void {
  const api = useHostApi()
  useEpisodeFeed()

  useEffect(() => {
    if (api === null) return undefined
    const closing = new AbortController()
    const report = (error: unknown) => {
      const failure = failureOf(error, closing.signal)
      // Earlier messages stay visible when the host is lost.
      if (failure !== null) setView({ failure })
    }
    followStories(api, closing.signal).catch(report)
    followQuestions(api, closing.signal, ({ server }) => tellNotice(questionStrings.over(server))).catch(report)
    followEpisodes(api, closing.signal).catch(report)
    return () => closing.abort()
  }, [api])

  // A window without an address opens the running episode, or on a first run the recording. Only once, at the start.
  const libraryIsRead = useEpisodeList(({ isRead }) => isRead)
  useEffect(() => {
    const running = [...useEpisodeList.getState().entries.values()].find((entry) => entry.running)
    if (!libraryIsRead || !isEmptyAddress(location.hash)) return
    if (isFirstRun()) void playDemo()
    if (running && useEpisode.getState().id === null) useEpisode.getState().open(running.id, 'live')
  }, [libraryIsRead])
}
