import { type ContractError, isContractError } from '@shared/contract/channels'
import type { HostApi } from '@shared/contract/contract'
import type { EpisodeEvent } from '@shared/episode/event'
import { useEpisode } from './episode-store'
import { useLibrary } from './library-store'

/** Keeps the library true until `signal` aborts or the connection is lost. */
export async function followLibrary(api: HostApi, signal: AbortSignal): Promise<void> {
  const [appInfo, stories] = await Promise.all([api.getAppInfo({}), api.listStories({})])
  useLibrary.setState({ appInfo, stories })
  for await (const batch of api.watchLibrary({}, signal)) {
    useLibrary.getState().receive(batch)
    await nextFrame()
  }
}

/** While a long log is read its first turns are shown at once, and then so seldom that showing does not slow the reading down. */
const READING_INTERVAL_MS = 500

/** Reads the open episode from its next event on. Asking for the next batch only after a frame makes the screen's pace the backpressure. */
export async function followEpisode(api: HostApi, episodeId: string, signal: AbortSignal): Promise<void> {
  const { latest } = useEpisode.getState().history
  const draftLength = latest.openTurn?.iterations.at(-1)?.draft?.length ?? 0
  let unread: readonly EpisodeEvent[] = []
  let shownAtMs = -Infinity
  for await (const batch of oneAhead(api.watchEpisode({ episodeId, fromSeq: latest.seq + 1, draftLength }, signal))) {
    if (signal.aborted) return
    unread = unread.length === 0 ? batch.events : unread.concat(batch.events)
    if (!batch.live && batch.warning === null && performance.now() - shownAtMs < READING_INTERVAL_MS) continue
    useEpisode.getState().receive({ ...batch, events: unread })
    unread = []
    await nextFrame()
    shownAtMs = performance.now()
  }
  if (signal.aborted) return
  // The log of an episode that does not run ends: all of it has been read.
  useEpisode.getState().receive({ events: unread, live: true, warning: null })
}

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

/** In a hidden window no frames are drawn: then four batches a second keep the state current. */
const nextFrame = () =>
  new Promise<void>((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      resolve()
    }
    const timer = setTimeout(settle, 250)
    const frame = requestAnimationFrame(settle)
  })

/** What went wrong, in the host's words. A lost connection is shown by the connection itself, an abort is nobody's failure: both are null. */
export function failureOf(error: unknown, signal?: AbortSignal): string | null {
  if (signal?.aborted) return null
  const { code, message }: ContractError = isContractError(error) ? error : { code: 'internal', message: error instanceof Error ? error.message : String(error) }
  return code === 'disconnected' ? null : message
}
