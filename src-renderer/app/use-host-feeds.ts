import { useEffect } from 'react'
import { isEmptyAddress } from '../session/episode/links/address'
import { useHostApi, failureOf } from '../session/connection/connection-store'
import { useEpisode } from '../session/episode/episode-store'
import { isFirstRun, playDemo } from '../session/episode/playback/demo'
import { followEpisodes, followStories, useEpisodeFeed } from '../session/host/feeds'
import { followQuestions } from '../session/connection/server-questions'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { setView } from '../session/view/view-store'
import { questionStrings } from '../sheets/questions/strings'
import { showNotice as tellNotice } from '../kit/text/notice-store'

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
