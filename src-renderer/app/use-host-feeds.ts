import { useEffect } from 'react'
import type { HostApi } from '@shared/contract/contract'
import { showNotice as tellNotice } from '../kit/text/notice-store'
import { useHostFeed } from '../session/connection/connection-store'
import { followQuestions } from '../session/connection/server-questions'
import { useEpisode } from '../session/episode/episode-store'
import { isEmptyAddress } from '../session/episode/links/address'
import { isFirstRun, playDemo } from '../session/episode/playback/demo'
import { useEpisodeList } from '../session/episodes/episodes-store'
import { followEpisodes, followStories, useEpisodeFeed } from '../session/host/feeds'
import { setView } from '../session/view/view-store'
import { questionStrings } from '../sheets/questions/strings'

/** Follows the host's feeds while connected; after a reconnect, from the next event. */
export function useHostFeeds(): void {
  useEpisodeFeed()
  useHostFeed(followStories, report)
  useHostFeed(followAllQuestions, report)
  useHostFeed(followEpisodes, report)

  // At the start, and only once, a window without an address opens the running episode, or the demo on a first run.
  const libraryIsRead = useEpisodeList(({ isRead }) => isRead)
  useEffect(() => {
    const running = [...useEpisodeList.getState().entries.values()].find((entry) => entry.running)
    if (!libraryIsRead || !isEmptyAddress(location.hash)) return
    if (isFirstRun()) void playDemo()
    if (running && useEpisode.getState().id === null) useEpisode.getState().open(running.id, 'live')
  }, [libraryIsRead])
}

const followAllQuestions = (api: HostApi, signal: AbortSignal) =>
  followQuestions(api, signal, ({ kind, server }) => {
    if (kind !== 'opened') tellNotice(questionStrings.over(server))
  })

/** Earlier failures stay visible when the host is lost. */
function report(failure: string | null): void {
  if (failure !== null) setView({ failure })
}
