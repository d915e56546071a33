import type { HostApi } from '@shared/contract/contract'
import { oneAhead } from '@shared/contract/one-ahead'
import { looksIntoExchange, parseSearch } from '@shared/episode/search'
import { create } from 'zustand'
import { useView } from '../view/view-store'

/** What the host has found so far in a log of which the window knows the outline alone. */
interface LogSearch {
  readonly search: string
  readonly hits: ReadonlySet<number>
  /** Of the log that was searched, from 0 to 1. */
  readonly share: number
  /** Why the rest was not. */
  readonly failure: string | null
}

/** Null while nothing is sought that the outline lacks. */
export const useLogSearch = create<{ readonly found: LogSearch | null }>()(() => ({ found: null }))

/** Who is still writing the word is let finish. */
const REST_MS = 250
/** After the first hits, more are told this often: each time the page and the timeline are drawn anew. */
const TELLING_INTERVAL_MS = 1000

/**
 * Lets the host search all of such a log for what the outline lacks, whenever the reader seeks it, until `signal`
 * aborts.
 */
export async function followSearch(api: HostApi, episodeId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const search = soughtBeyondOutline()
    const isOver = untilChange(search, signal)
    if (search === null) useLogSearch.setState({ found: null })
    else await searchLog(api, episodeId, search, isOver)
    await aborted(isOver)
  }
  useLogSearch.setState({ found: null })
}

function soughtBeyondOutline(): string | null {
  const { search } = useView.getState()
  return looksIntoExchange(parseSearch(search)) ? search : null
}

/** Aborts when something else is sought, and with `signal`. */
function untilChange(search: string | null, signal: AbortSignal): AbortSignal {
  const over = new AbortController()
  const stop = useView.subscribe(() => {
    if (soughtBeyondOutline() !== search) over.abort()
  })
  signal.addEventListener('abort', () => over.abort(), { signal: over.signal })
  over.signal.addEventListener('abort', stop, { once: true })
  return over.signal
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  )

async function searchLog(api: HostApi, episodeId: string, search: string, signal: AbortSignal): Promise<void> {
  const hits = new Set<number>()
  let share = 0
  let told = { hits: 0, atMs: 0 }
  const tell = (failure: string | null = null) => {
    useLogSearch.setState({ found: { search, hits: new Set(hits), share, failure } })
    told = { hits: hits.size, atMs: performance.now() }
  }
  tell()
  await Promise.race([aborted(signal), new Promise((resolve) => setTimeout(resolve, REST_MS))])
  try {
    for await (const batch of oneAhead(api.searchEpisode({ episodeId, search }, signal))) {
      for (const hit of batch.hits) hits.add(hit)
      ;({ share } = batch)
      if ((told.hits === 0 && hits.size > 0) || performance.now() - told.atMs >= TELLING_INTERVAL_MS) tell()
    }
    share = 1
    if (!signal.aborted) tell()
  } catch (error) {
    if (!signal.aborted) tell(error instanceof Error ? error.message : String(error))
  }
}
