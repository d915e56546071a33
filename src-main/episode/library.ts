import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EpisodeEvent } from '@shared/episode/log/event'
import type { LibraryEntry } from '@shared/contract/library'
import { EPISODE_ID } from '@shared/contract/episode-id'
import { noAnnotations } from '@shared/episode/log/annotate'
import { emptyEpisode, type EpisodeState, type Turn } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import { type EpisodeSummary, summarizeEpisode } from '@shared/episode/projections/summary'
import { readAnnotations } from './annotation-file'
import { versionOf } from './log/checked-note'
import { NOTHING_RECORDED, readLog } from './log/read-log'
import { keepSummary, readSummary } from './summary-cache'
import { isWrittenElsewhere } from './writer-mark'
import { LOG_FILE } from './log/log-lines'

/** The names of the folders that may hold an episode, newest first. Empty if there is no data folder yet. */
export async function listEpisodeIds(dataFolder: string): Promise<readonly string[]> {
  return (await listFolders(dataFolder))
    .filter((name) => EPISODE_ID.test(name))
    .toSorted()
    .toReversed()
}

/**
 * So many folders with names that are no ids are looked into: somebody may have chosen a folder that is full of other
 * things.
 */
const MOST_ODD_FOLDERS = 100

/**
 * The names of folders that hold a log and are passed over, because what they are called cannot be the id of an
 * episode. What begins with a dot is ours.
 */
export async function listSkipped(dataFolder: string): Promise<readonly string[]> {
  const odd = (await listFolders(dataFolder))
    .filter((name) => !EPISODE_ID.test(name) && !name.startsWith('.'))
    .toSorted()
    .slice(0, MOST_ODD_FOLDERS)
  return odd.filter((name) => hasLog(join(dataFolder, name)))
}

/** Whether something lies in the place of a log, be it a link that leads nowhere: it makes a row, which says why. */
export function hasLog(folder: string): boolean {
  try {
    return lstatSync(join(folder, LOG_FILE), { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

async function listFolders(dataFolder: string): Promise<readonly string[]> {
  const entries = await readdir(dataFolder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/**
 * The row of an episode that this host does not run; null for a folder without a log. A log that cannot be read gives a
 * row that says why, never an exception.
 */
export async function readLibraryEntry(
  dataFolder: string,
  id: string,
  makeWay?: MakeWay,
): Promise<LibraryEntry | null> {
  const folder = join(dataFolder, id)
  try {
    const [summary, annotations] = await Promise.all([
      summaryOf(folder, makeWay),
      readAnnotations(folder).catch(() => noAnnotations),
    ])
    // Its last event was that of an end, or somebody may still be at it.
    const elsewhere = (summary === null || summary.ended === null) && (await isWrittenElsewhere(folder))
    return {
      id,
      running: elsewhere,
      ...(elsewhere && { elsewhere }),
      readable: summary !== null,
      summary,
      annotations,
      reason: summary === null ? NOTHING_RECORDED : null,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    return {
      id,
      running: false,
      readable: false,
      summary: null,
      annotations: noAnnotations,
      reason: (error as Error).message,
    }
  }
}

/** Asked between two parts of a long log, see `OpenReads.makeWay`. */
type MakeWay = () => Promise<void>

/** Null if nothing was recorded. Throws `bad_log` for a log that cannot be read, or the system's error. */
export async function summaryOf(folder: string, makeWay?: MakeWay): Promise<EpisodeSummary | null> {
  const version = await versionOf(folder)
  const kept = await readSummary(folder, version)
  if (kept) return kept
  const summary = summarizeEpisode(await foldWithoutExchanges(folder, makeWay))
  if (summary) await keepSummary(folder, version, summary)
  return summary
}

/**
 * The state without what model and tools said, which of a long log would fill the memory, and no summary looks at it.
 */
async function foldWithoutExchanges(folder: string, makeWay?: MakeWay): Promise<EpisodeState> {
  let state = emptyEpisode
  for await (const { events } of readLog(folder)) {
    state = foldLean(state, events)
    await makeWay?.()
  }
  return state
}

/** The state without what model and tools said in turns that are over. */
export function foldLean(state: EpisodeState, events: readonly EpisodeEvent[]): EpisodeState {
  const known = state.turns.length
  const next = reduceEvents(state, events)
  if (next.turns.length <= known) return next
  return { ...next, turns: next.turns.slice(0, known).concat(next.turns.slice(known).map(withoutExchange)) }
}

const withoutExchange = ({ serverMessages: _messages, ...turn }: Turn): Turn => ({
  ...turn,
  problems: turn.problems.map((problem) =>
    problem.event_type === 'agent_parse_error' ? { ...problem, raw_response: '' } : problem,
  ),
  iterations: turn.iterations.map((iteration) => ({
    ...iteration,
    request: null,
    response: null,
    toolCalls: iteration.toolCalls.map((call) => ({ ...call, arguments: null, result: null })),
  })),
})
