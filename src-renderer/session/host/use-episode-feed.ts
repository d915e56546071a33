import { use, useEffect, useState } from 'react'
import { useHostApi } from '../connection/connection-store'
import { failureOf } from '../connection/refusal'
import { openDemo } from '../episode/demo'
import { EpisodeContext, useEpisode } from '../episode/episode-store'
import { useIsPlayed } from '../episode/episode-status'
import { DEMO_ID, isLocal, showLocalEpisode } from '../episode/local-episodes'
import { useLibrary } from '../episodes/library-store'
import { followEpisode, isBadLog } from './feeds'

/** Keeps the episode that it stands in fed as long as there is a connection; a new one goes on from the next event. */
export function useEpisodeFeed(): void {
  const api = useHostApi()
  const { store } = use(EpisodeContext)
  const episodeId = useEpisode(({ id }) => id)
  const hasFailed = useEpisode(({ failure }) => failure !== null)
  const isPlayed = useIsPlayed() === true
  const end = useEnd(episodeId)
  useEffect(() => {
    if (episodeId === DEMO_ID && !isLocal(DEMO_ID)) {
      // A reload in the middle of the recording.
      if (api !== null) void openDemo(store.getState().playhead)
      return undefined
    }
    if (episodeId === null || showLocalEpisode(episodeId, store) || api === null || hasFailed) return undefined
    const closing = new AbortController()
    followEpisode(api, episodeId, closing.signal, store).catch((error: unknown) => {
      const failure = failureOf(error, closing.signal)
      if (failure !== null) store.getState().fail(failure, isBadLog(error))
    })
    return () => closing.abort()
    // The feed of an episode that does not run ends with its log; when the episode is resumed or ended there is more to
    // follow.
  }, [api, store, episodeId, hasFailed, isPlayed, end])
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
