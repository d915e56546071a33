import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LibraryEntry } from '@shared/contract/contract'
import { EPISODE_ID } from '@shared/contract/episode-id'
import { noAnnotations } from '@shared/episode/annotate'
import { emptyEpisode, type EpisodeState, reduceEvents, type Turn } from '@shared/episode/episode'
import { type EpisodeSummary, summarizeEpisode } from '@shared/episode/summary'
import { readAnnotations } from './annotation-file'
import { LOG_FILE } from './episode-log'
import { NOTHING_RECORDED, readLog } from './read-log'
import { isWrittenElsewhere } from './writer-mark'

/** A summary beside the log, so that a library of thousands opens without folding every log. Made anew when the log has another size. */
const SUMMARY_FILE = 'summary.json'
const SUMMARY_FORMAT = 5

/** The names of the folders that may hold an episode, newest first. Empty if there is no data folder yet. */
export async function listEpisodeIds(dataFolder: string): Promise<readonly string[]> {
  const entries = await readdir(dataFolder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isDirectory() && EPISODE_ID.test(entry.name)).map(({ name }) => name).toSorted().toReversed()
}

/** The row of an episode that this host does not run; null for a folder without a log. A log that cannot be read gives a row that says why, never an exception. */
export async function readLibraryEntry(dataFolder: string, id: string, makeWay?: MakeWay): Promise<LibraryEntry | null> {
  const folder = join(dataFolder, id)
  try {
    const [summary, annotations] = await Promise.all([summaryOf(folder, makeWay), readAnnotations(folder).catch(() => noAnnotations)])
    // Its last event was that of an end, or somebody may still be at it.
    const elsewhere = (summary === null || summary.ended === null) && (await isWrittenElsewhere(folder))
    return { id, running: elsewhere, ...(elsewhere && { elsewhere }), readable: summary !== null, summary, annotations, reason: summary === null ? NOTHING_RECORDED : null }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    return { id, running: false, readable: false, summary: null, annotations: noAnnotations, reason: (error as Error).message }
  }
}

/** Asked between two parts of a long log, see `Openings.makeWay`. */
type MakeWay = () => Promise<void>

async function summaryOf(folder: string, makeWay?: MakeWay): Promise<EpisodeSummary | null> {
  const [{ size }, cached] = await Promise.all([stat(join(folder, LOG_FILE)), readSummary(folder)])
  if (cached?.format === SUMMARY_FORMAT && cached.size === size) return cached.summary
  const summary = summarizeEpisode(await foldToldEvents(folder, makeWay))
  // A folder that cannot be written is still a folder that can be read.
  if (summary) await writeFile(join(folder, SUMMARY_FILE), JSON.stringify({ format: SUMMARY_FORMAT, size, summary } satisfies CachedSummary)).catch(() => undefined)
  return summary
}

/** The state without what model and tools said, which of a long log would fill the memory, and no summary looks at it. */
async function foldToldEvents(folder: string, makeWay?: MakeWay): Promise<EpisodeState> {
  let state = emptyEpisode
  for await (const { events } of readLog(folder)) {
    const known = state.turns.length
    state = reduceEvents(state, events)
    state = { ...state, turns: state.turns.slice(0, known).concat(state.turns.slice(known).map(withoutExchange)) }
    await makeWay?.()
  }
  return state
}

const withoutExchange = (turn: Turn): Turn => ({ ...turn, iterations: turn.iterations.map((iteration) => ({ ...iteration, request: null, response: null, toolCalls: iteration.toolCalls.map((call) => ({ ...call, arguments: null, result: null })) })) })

interface CachedSummary {
  readonly format: number
  readonly size: number
  readonly summary: EpisodeSummary
}

const readSummary = (folder: string): Promise<CachedSummary | null> => readFile(join(folder, SUMMARY_FILE), 'utf8').then((text) => JSON.parse(text) as CachedSummary).catch(() => null)
