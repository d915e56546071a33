import { use, useEffect, useState } from 'react'
import { useHostApi } from '../connection/connection-store'
import { failureOf } from '../connection/refusal'
import { openDemo } from '../episode/playback/demo'
import { EpisodeContext, useEpisode } from '../episode/episode-store'
import { useIsPlayed } from '../episode/episode-status'
import { DEMO_ID, isLocal, showLocalEpisode } from '../episode/local-episodes'
import { useEpisodeList } from '../episodes/episodes-store'
import { followEpisode, isBadLog } from './feeds'

/** Feeds the episode of the context while connected; after a reconnect from the next event. */
export function useEpisodeFeed(): void {
  const api = useHostApi()
  const { store } = use(EpisodeContext)
  const episodeId = useEpisode(({ id }) => id)
  const hasFailed = useEpisode(({ failure }) => failure !== null)
  const isPlayed = useIsPlayed() === true
  const end = useEnd(episodeId)
  useEffect(() => {
    if (episodeId === DEMO_ID && !isLocal(DEMO_ID)) {
      // The page was reloaded during the recording.
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
    // The feed of an episode that does not run ends with its log; it starts again when the episode is resumed or ends.
  }, [api, store, episodeId, hasFailed, isPlayed, end])
}

/** Changes when the episode ends, but not when its row, which may arrive after the log, first says how it ended. */
function useEnd(episodeId: string | null): string | null {
  const end = useEpisodeList(({ entries }) => entries.get(episodeId ?? '')?.summary?.ended)
  const [first, setFirst] = useState({ episodeId, end })
  if (first.episodeId !== episodeId || (first.end === undefined && end !== undefined)) setFirst({ episodeId, end })
  return end === undefined || end === first.end ? null : (end ?? 'open')
}
