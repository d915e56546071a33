import type { HostApi } from '@shared/contract/contract'
import type { EpisodeBatch } from '@shared/contract/episodes'
import { oneAhead } from '@shared/contract/one-ahead'
import { isExpected } from '@shared/base/expected-error'
import { sessionStrings } from '../strings'
import { type EpisodeStore, useEpisode } from '../episode/episode-store'
import { emptyHistory, extendHistory, type History } from '../episode/history'
import { useLibrary } from '../episodes/library-store'
import { nextFrame } from '../../kit/browser/next-frame'
import { paced } from '../episode/paced'
import { parseLines } from '../connection/parse-lines'
import { readStart } from '../episodes/start-store'

/** Keeps the library true until `signal` aborts or the connection is lost. */
export async function followLibrary(api: HostApi, signal: AbortSignal): Promise<void> {
  const [appInfo, stories] = await Promise.all([api.getAppInfo({}), api.listStories({}), readStart(api)])
  useLibrary.setState({ appInfo, stories })
  for await (const batch of api.watchLibrary({}, signal)) {
    useLibrary.getState().receive(batch)
    await nextFrame()
  }
}

/** The same for the stories. */
export async function followStories(api: HostApi, signal: AbortSignal): Promise<void> {
  for await (const batch of api.watchStories({}, signal)) useLibrary.getState().receiveStories(batch)
}

/**
 * Reads an episode on show from its next event on, and then follows it. A long log is shown as an outline first, which
 * is there in a tenth of the time, and whole once it has been read. One that is too long for a window is refused.
 */
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
    // What was shown may never have reached the disk. The log is the truth: it is read again, and what is gone is told.
    const { ended } = store.getState().history.latest
    store.getState().movePlayhead('live')
    store.setState({ warning: sessionStrings.notKept(ended?.ended === 'error' ? ended.reason : null) })
    await follow(api, episodeId, signal, store, true)
  }
}

/** `isAnew`: it goes on from nothing that is there. An outline, or the part of one, is nothing to go on from either. */
async function follow(
  api: HostApi,
  episodeId: string,
  signal: AbortSignal,
  store: EpisodeStore,
  isAnew: boolean,
): Promise<void> {
  const { history, isOutline } = store.getState()
  const goesOn = history.latest.seq >= 0 && !isOutline && !isAnew
  if (!goesOn) await showOutline(api, episodeId, signal, store)
  if (!signal.aborted) await followLog(api, episodeId, goesOn ? history : emptyHistory(), signal, store)
}

async function showOutline(api: HostApi, episodeId: string, signal: AbortSignal, store: EpisodeStore): Promise<void> {
  const { playhead, history: shown } = store.getState()
  let history = emptyHistory()
  let reportedAtMs = performance.now()
  const show = () => store.getState().show(history, { live: false, warning: null }, true)
  try {
    for await (const { bytes } of oneAhead(
      api.readOutline({ episodeId, aroundTurn: playhead === 'live' ? null : playhead.turn }, signal),
    )) {
      if (signal.aborted) return
      const isFirst = history.latest.seq < 0 && shown.latest.seq < 0
      const received = parseLines(bytes)
      // Counted anew, without what lies between them, they are a log as any other.
      history = extendHistory(
        history,
        received.map((event, index) => ({ ...event, seq: history.events.length + index })),
      )
      if (isFirst) {
        show()
        await nextFrame()
      } else if (performance.now() - reportedAtMs >= TELLING_INTERVAL_MS) {
        store.getState().tellProgress(history.latest.turns.length)
        reportedAtMs = performance.now()
      }
    }
  } catch (error) {
    // The log is read up to its bad line next.
    if (isUnreadable(error)) return
    if (history.latest.seq >= 0 && !signal.aborted) show()
    throw error
  }
  if (history.latest.seq >= 0 && !signal.aborted) show()
}

/** While a log without an outline is read its first turns are shown at once, and then now and then. */
const READING_INTERVAL_MS = 500

/** How far that is. What is read sooner says nothing. */
const TELLING_INTERVAL_MS = 250

/** Asking for the next batch only after a frame makes the screen's pace the backpressure. */
async function followLog(
  api: HostApi,
  episodeId: string,
  from: History,
  signal: AbortSignal,
  store: EpisodeStore,
): Promise<void> {
  // What an outline shows already is not shown anew until all of it is there.
  const { isOutline } = store.getState()
  let history = from
  const { seq, openTurn } = history.latest
  const draftLength = openTurn?.iterations.at(-1)?.draft?.length ?? 0
  let last: Omit<EpisodeBatch, 'events'> = { live: false, warning: null }
  const show = () => store.getState().show(history, last)
  const screen = paced(signal)
  let reportedAtMs = performance.now()
  try {
    for await (const batch of oneAhead(
      api.watchEpisode({ episodeId, fromSeq: seq + 1, draftLength, asLines: true }, signal),
      () => !last.live,
    )) {
      if (signal.aborted) return
      const events = batch.bytes === undefined ? batch.events : parseLines(batch.bytes)
      history = extendHistory(history, events)
      // Whoever has caught up once and falls behind in a burst still follows what is new.
      const isNews = last.live
      last = { ...batch, live: last.live || batch.live, warning: last.warning ?? batch.warning }
      if (isNews && events.length === 0 && batch.savedSeq !== undefined) store.getState().noteSaved(batch.savedSeq)
      else if (last.live) screen.do(show)
      else if (!isOutline || batch.warning !== null) screen.do(show, READING_INTERVAL_MS)
      if (!last.live && performance.now() - reportedAtMs >= TELLING_INTERVAL_MS) {
        store.getState().tellProgress(history.latest.turns.length)
        reportedAtMs = performance.now()
      }
      if (last.live) await nextFrame()
    }
  } catch (error) {
    // What came before the failure stays, and is all there will be; of the outline of a bad log what lies beyond may be
    // no truer.
    if (isOutline && isUnreadable(error)) show()
    else screen.flush()
    throw error
  }
  if (signal.aborted) return
  // The log of an episode that does not run ends: all of it has been read.
  last = { ...last, live: true }
  screen.do(show)
  screen.flush()
}

/** The log is damaged: what came before that can be read. */
export const isBadLog = (error: unknown): boolean => isExpected(error, 'bad_log')

/** So it is with the log of a newer version. */
const isUnreadable = (error: unknown): boolean => isBadLog(error) || isExpected(error, 'newer_log')
