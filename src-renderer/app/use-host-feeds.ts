import { useEffect, useState } from 'react'
import { parseAddress } from '../session/episode/address'
import { useHostApi } from '../session/connection/connection-store'
import { useEpisode } from '../session/episode/episode-store'
import { useIsPlayed } from '../session/episode/episode-status'
import { isFirstRun, openDemo, playDemo } from '../session/episode/demo'
import { followEpisode, followLibrary, followStories, isBadLog } from '../session/host/feeds'
import { followQuestions } from '../session/connection/questions'
import { failureOf } from '../session/connection/refusal'
import { useLibrary } from '../session/library/library-store'
import { DEMO_ID, isLocal, showLocalEpisode } from '../session/episode/local-episodes'
import { setView } from '../session/view/view-store'
import { questionStrings } from '../sheets/questions/strings'
import { tell as tellNotice } from '../kit/notice-store'

/** Keeps library and open episode fed as long as there is a connection; a new one goes on from the next event. */
export function useHostFeeds(): void {
  const api = useHostApi()
  const episodeId = useEpisode(({ id }) => id)
  const hasFailed = useEpisode(({ failure }) => failure !== null)
  const isPlayed = useIsPlayed() === true
  const end = useEnd(episodeId)

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

  useEffect(() => {
    if (episodeId === DEMO_ID && !isLocal(DEMO_ID)) {
      // A reload in the middle of the recording.
      if (api !== null) void openDemo(useEpisode.getState().playhead)
      return undefined
    }
    if (episodeId === null || showLocalEpisode(episodeId) || api === null || hasFailed) return undefined
    const closing = new AbortController()
    followEpisode(api, episodeId, closing.signal).catch((error: unknown) => {
      const failure = failureOf(error, closing.signal)
      if (failure !== null) useEpisode.getState().fail(failure, isBadLog(error))
    })
    return () => closing.abort()
    // The feed of an episode that does not run ends with its log; when the episode is resumed or ended there is more to
    // follow.
  }, [api, episodeId, hasFailed, isPlayed, end])

  // A window that opens on nothing shows the episode that is running, if there is one; the first of all shows a
  // recorded one. Later ones do not take the window over.
  const libraryIsRead = useLibrary(({ isRead }) => isRead)
  useEffect(() => {
    const running = [...useLibrary.getState().entries.values()].find((entry) => entry.running)
    if (libraryIsRead && isFirstRun() && parseAddress(location.hash) === null) void playDemo()
    if (libraryIsRead && running && useEpisode.getState().id === null && parseAddress(location.hash) === null)
      useEpisode.getState().open(running.id, 'live')
  }, [libraryIsRead])
}

/**
 * Changes with how the episode ended, but not when the library, which may read the log after the window did, comes to
 * know it.
 */
function useEnd(episodeId: string | null): string | null {
  const end = useLibrary(({ entries }) => entries.get(episodeId ?? '')?.summary?.ended)
  const [first, setFirst] = useState({ episodeId, end })
  if (first.episodeId !== episodeId || (first.end === undefined && end !== undefined)) setFirst({ episodeId, end })
  return end === undefined || end === first.end ? null : (end ?? 'open')
}
