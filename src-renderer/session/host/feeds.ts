import { use, useEffect, useState } from 'react'
import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { EpisodeBatch } from '@shared/contract/episodes'
import { prefetchOne } from '@shared/contract/prefetch-one'
import { nextFrame } from '../../kit/browser/next-frame'
import { useHostApi, failureOf } from '../connection/connection-store'
import { parseLines } from '../connection/parse-lines'
import { useIsPlayed } from '../episode/episode-status'
import { type EpisodeStore, useEpisode, EpisodeContext } from '../episode/episode-store'
import { emptyHistory, extendHistory, type History } from '../episode/history'
import { DEMO_ID, isLocal, showLocalEpisode } from '../episode/local-episodes'
import { openDemo } from '../episode/playback/demo'
import { createRenderThrottle } from '../episode/render-throttle'
import { useEpisodeList } from '../episodes/episodes-store'
import { readStart } from '../episodes/start-store'
import { sessionStrings } from '../strings'

export async function followEpisodes(api: HostApi, signal: AbortSignal): Promise<void> {
  const [stories] = await Promise.all([api.listStories({}), readStart(api)])
  useEpisodeList.setState({ stories })
  for await (const batch of api.watchLibrary({}, signal)) {
    useEpisodeList.getState().receive(batch)
    await nextFrame()
  }
}

export async function followStories(api: HostApi, signal: AbortSignal): Promise<void> {
  for await (const batch of api.watchStories({}, signal)) useEpisodeList.getState().receiveStories(batch)
}

/** Reads an episode, then follows it. The outline of a long log is shown first. Rejects if the log is too long. */
export async function followEpisode(
  api: HostApi,
  episodeId: string,
  signal: AbortSignal,
  store: EpisodeStore = useEpisode,
): Promise<void> {
  try {
    await follow(api, episodeId, signal, store, false)
  } catch (error) {
    if (!isExpected(error, 'shorter_log') || signal.aborted) throw error
    // Some shown events never reached the disk. Reads the log again and warns about the loss.
    const { ended } = store.getState().history.latest
    store.getState().movePlayhead('live')
    store.setState({ warning: sessionStrings.notKept(ended?.ended === 'error' ? ended.reason : null) })
    await follow(api, episodeId, signal, store, true)
  }
}

/** `fromScratch` ignores the current history. An outline is always replaced, because its events are renumbered. */
async function follow(
  api: HostApi,
  episodeId: string,
  signal: AbortSignal,
  store: EpisodeStore,
  fromScratch: boolean,
): Promise<void> {
  const { history, isOutline } = store.getState()
  const continues = history.latest.seq >= 0 && !isOutline && !fromScratch
  if (!continues) await showOutline(api, episodeId, signal, store)
  if (!signal.aborted) await followLog(api, episodeId, continues ? history : emptyHistory(), signal, store)
}

async function showOutline(api: HostApi, episodeId: string, signal: AbortSignal, store: EpisodeStore): Promise<void> {
  const { playhead, history: shown } = store.getState()
  let history = emptyHistory()
  let reportedAtMs = performance.now()
  const show = (outline: 'begun' | 'whole') => store.getState().show(history, { live: false, warning: null }, outline)
  try {
    for await (const { bytes } of prefetchOne(
      api.readOutline({ episodeId, aroundTurn: playhead === 'live' ? null : playhead.turn }, signal),
    )) {
      if (signal.aborted) return
      const isFirst = history.latest.seq < 0 && shown.latest.seq < 0
      const received = parseLines(bytes)
      // Renumbering without gaps makes the lines of an outline a valid log.
      history = extendHistory(
        history,
        received.map((event, index) => ({ ...event, seq: history.events.length + index })),
      )
      if (isFirst) {
        show('begun')
        await nextFrame()
      } else if (performance.now() - reportedAtMs >= PROGRESS_INTERVAL_MS) {
        store.getState().reportProgress(history.latest.turns.length)
        reportedAtMs = performance.now()
      }
    }
  } catch (error) {
    // `followLog` then reads up to the bad line and reports it.
    if (isUnreadable(error)) return
    if (history.latest.seq >= 0 && !signal.aborted) show('begun')
    throw error
  }
  if (history.latest.seq >= 0 && !signal.aborted) show('whole')
}

/** Minimum time between renders while a log without an outline is read. */
const READING_INTERVAL_MS = 500

/** Time between progress messages. A log that is read faster shows none. */
const PROGRESS_INTERVAL_MS = 250

/** Requests the next batch after a frame, so that rendering limits the rate. */
async function followLog(
  api: HostApi,
  episodeId: string,
  from: History,
  signal: AbortSignal,
  store: EpisodeStore,
): Promise<void> {
  // An outline stays visible until the whole log is read.
  const { isOutline } = store.getState()
  let history = from
  const { seq, openTurn } = history.latest
  const draftLength = openTurn?.iterations.at(-1)?.draft?.length ?? 0
  let last: Omit<EpisodeBatch, 'events'> = { live: false, warning: null }
  const show = () => store.getState().show(history, last)
  const throttle = createRenderThrottle(signal)
  let reportedAtMs = performance.now()
  try {
    for await (const batch of prefetchOne(
      api.watchEpisode({ episodeId, fromSeq: seq + 1, draftLength, asLines: true }, signal),
      () => !last.live,
    )) {
      if (signal.aborted) return
      const events = batch.bytes === undefined ? batch.events : parseLines(batch.bytes)
      history = extendHistory(history, events)
      // Once live, an episode stays live, even if it falls behind in a burst.
      const wasLive = last.live
      last = { ...batch, live: last.live || batch.live, warning: last.warning ?? batch.warning }
      if (wasLive && events.length === 0 && batch.savedSeq !== undefined) store.getState().setSavedSeq(batch.savedSeq)
      else if (last.live) throttle.schedule(show)
      else if (!isOutline || batch.warning !== null) throttle.schedule(show, READING_INTERVAL_MS)
      if (!last.live && performance.now() - reportedAtMs >= PROGRESS_INTERVAL_MS) {
        store.getState().reportProgress(history.latest.turns.length)
        reportedAtMs = performance.now()
      }
      if (last.live) await nextFrame()
    }
  } catch (error) {
    // The events before the failure stay. They replace the outline of a damaged log, which may be wrong after the bad
    // line.
    if (isOutline && isUnreadable(error)) show()
    else throttle.flush()
    throw error
  }
  if (signal.aborted) return
  // The feed of an episode that is not running ends with its log.
  last = { ...last, live: true }
  throttle.schedule(show)
  throttle.flush()
}

/** Whether the log is damaged; the events before the damage can be read. */
export const isBadLog = (error: unknown): boolean => isExpected(error, 'bad_log')

/** True also for a log of a newer version. */
const isUnreadable = (error: unknown): boolean => isBadLog(error) || isExpected(error, 'newer_log')

/** Follows the episode of the context while connected; after a reconnect, from the next event. */
export function useEpisodeFeed(): void {
  const api = useHostApi()
  const { store } = use(EpisodeContext)
  const episodeId = useEpisode(({ id }) => id)
  const hasFailed = useEpisode(({ failure }) => failure !== null)
  const isPlayed = useIsPlayed() === true
  const end = useEnd(episodeId)
  useEffect(() => {
    if (episodeId === DEMO_ID && !isLocal(DEMO_ID)) {
      // The page was reloaded while it showed the demo recording.
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
    // The feed of an episode that is not running ends with its log. It restarts when the episode is resumed or ends.
  }, [api, store, episodeId, hasFailed, isPlayed, end])
}

/** Changes when the episode ends. The first report of the list does not count, because it may arrive after the log. */
function useEnd(episodeId: string | null): string | null {
  const end = useEpisodeList(({ entries }) => entries.get(episodeId ?? '')?.summary?.ended)
  const [first, setFirst] = useState({ episodeId, end })
  if (first.episodeId !== episodeId || (first.end === undefined && end !== undefined)) setFirst({ episodeId, end })
  return end === undefined || end === first.end ? null : (end ?? 'open')
}
