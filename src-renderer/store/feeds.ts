import { type ContractError, isContractError } from '@shared/contract/channels'
import type { HostApi } from '@shared/contract/contract'
import type { LoggedEvent } from '@shared/episode/event'
import { useEpisode } from './episode-store'
import { emptyHistory, emptyOutline, extendHistory } from './history'
import { useLibrary } from './library-store'
import { nextFrame } from './next-frame'
import { paced } from './paced'
import { readStart } from './start-store'

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
 * Reads the open episode from its next event on, and then follows it. A long log is shown as an outline first, which is there in a tenth
 * of the time, and whole once it has been read.
 */
export async function followEpisode(api: HostApi, episodeId: string, signal: AbortSignal): Promise<void> {
  const { latest, hasGaps } = useEpisode.getState().history
  // An outline may be the part of one that was shown when the last feed was cut off.
  if (latest.seq < 0 || hasGaps) await showOutline(api, episodeId, signal)
  if (!signal.aborted) await followLog(api, episodeId, signal)
}

async function showOutline(api: HostApi, episodeId: string, signal: AbortSignal): Promise<void> {
  const { playhead, history: shown } = useEpisode.getState()
  let history = emptyOutline()
  const show = () => useEpisode.getState().show(history, { live: false, warning: null })
  for await (const { bytes } of oneAhead(api.readOutline({ episodeId, aroundTurn: playhead === 'live' ? null : playhead.turn }, signal))) {
    if (signal.aborted) return
    const isFirst = history.latest.seq < 0 && shown.latest.seq < 0
    history = extendHistory(history, parseLines(bytes))
    if (!isFirst) continue
    show()
    await nextFrame()
  }
  if (history.latest.seq >= 0 && !signal.aborted) show()
}

/** While a log without an outline is read its first turns are shown at once, and then now and then. */
const READING_INTERVAL_MS = 500

/** How far that is. What is read sooner says nothing. */
const TELLING_INTERVAL_MS = 250

/** Asking for the next batch only after a frame makes the screen's pace the backpressure. */
async function followLog(api: HostApi, episodeId: string, signal: AbortSignal): Promise<void> {
  const shown = useEpisode.getState().history
  const isOutlined = shown.hasGaps
  let history = isOutlined ? emptyHistory() : shown
  const { seq, openTurn } = history.latest
  const draftLength = openTurn?.iterations.at(-1)?.draft?.length ?? 0
  let live = false
  let warning: string | null = null
  const show = () => useEpisode.getState().show(history, { live, warning })
  const screen = paced(signal)
  let toldAtMs = performance.now()
  for await (const batch of oneAhead(api.watchEpisode({ episodeId, fromSeq: seq + 1, draftLength, asLines: true }, signal))) {
    if (signal.aborted) return
    history = extendHistory(history, batch.bytes === undefined ? batch.events : parseLines(batch.bytes))
    // Whoever has caught up once and falls behind in a burst still follows what is new.
    live ||= batch.live
    warning ??= batch.warning
    if (live) screen.do(show)
    else if (!isOutlined || batch.warning !== null) screen.do(show, READING_INTERVAL_MS)
    if (!live && performance.now() - toldAtMs >= TELLING_INTERVAL_MS) {
      useEpisode.getState().tellProgress(history.latest.turns.length)
      toldAtMs = performance.now()
    }
    if (live) await nextFrame()
  }
  if (signal.aborted) return
  // The log of an episode that does not run ends: all of it has been read.
  live = true
  screen.do(show)
  screen.flush()
}

const decoder = new TextDecoder()

/** Lines that the host has checked, as one array: a fifth faster than one by one. A line feed is never inside a line of JSON. */
const parseLines = (lines: Uint8Array): readonly LoggedEvent[] =>
  lines.length === 0 ? [] : (JSON.parse(`[${decoder.decode(lines).slice(0, -1).replaceAll('\n', ',')}]`) as LoggedEvent[])

/** Asks for the next batch while the last is being worked on: one is on its way, never more. */
async function* oneAhead<Batch>(feed: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  const iterator = feed[Symbol.asyncIterator]()
  for (let next = iterator.next(); ; ) {
    const { done, value } = await next
    if (done) return
    next = iterator.next()
    // It may fail while nobody waits for it; whoever waits next hears of it.
    next.catch(() => undefined)
    yield value
  }
}

/** What went wrong, in the host's words. A lost connection is shown by the connection itself, an abort is nobody's failure: both are null. */
export function failureOf(error: unknown, signal?: AbortSignal): string | null {
  if (signal?.aborted) return null
  const { code, message }: ContractError = isContractError(error) ? error : { code: 'internal', message: error instanceof Error ? error.message : String(error) }
  return code === 'disconnected' ? null : message
}
