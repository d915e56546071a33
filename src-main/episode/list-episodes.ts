import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { DeepReadonly } from '@shared/base/deep-readonly'
import { parseJson } from '@shared/base/json/bound-json'
import { EPISODE_ID } from '@shared/contract/episode-id'
import type { LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import type { EpisodeEvent } from '@shared/episode/log/event'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { type EpisodeSummary, episodeSummary } from '@shared/episode/projections/summary-schema'
import { emptyEpisode, type EpisodeState, type Turn } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import { pathInside, readPlain } from '../base/files/plain-file'
import { replacePlain } from '../base/files/replace-file'
import { readAnnotations } from './annotation-file'
import { hasPlan } from './experiments-folder'
import { versionOf, isSameVersion, type LogVersion, logVersion } from './log/checked-note'
import { isLogFault, LOG_FILE } from './log/log-lines'
import { NOTHING_RECORDED, readLog } from './log/read-log'
import { isWrittenElsewhere, wasCutShort } from './writer-lease'

/**
 * Maximum number of folders to check whose names are not episode ids: the user may have chosen a folder with other
 * content.
 */
const MAX_ODD_FOLDERS = 100

interface EpisodeFolders {
  /** The names of the folders whose names are episode ids, newest first. */
  readonly ids: readonly string[]
  /**
   * The names of folders that contain a log but are not named like an episode. Those with a leading dot are the app's.
   */
  readonly skipped: readonly string[]
}

/** Both are empty if there is no data folder yet. */
export async function listFolders(dataFolder: string): Promise<EpisodeFolders> {
  const entries = await readdir(dataFolder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted()
  const odd = names.filter((name) => !EPISODE_ID.test(name)).slice(0, MAX_ODD_FOLDERS)
  return {
    ids: names.filter((name) => EPISODE_ID.test(name)).toReversed(),
    skipped: odd.filter((name) => hasLog(join(dataFolder, name))),
  }
}

/** Whether a log exists. A broken link counts: it gets a row with the reason. */
export function hasLog(folder: string): boolean {
  try {
    return lstatSync(join(folder, LOG_FILE), { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/**
 * The row of an episode that this host does not run. Null without a log; the row of an unreadable log has the reason.
 */
export async function readEpisodeEntry(
  dataFolder: string,
  id: string,
  summarize = summaryOf,
): Promise<LibraryEntry | null> {
  const folder = join(dataFolder, id)
  try {
    const [summary, annotations] = await Promise.all([
      summarize(folder),
      readAnnotations(folder).catch(() => noAnnotations),
    ])
    // The log may lack its end because another process is playing the episode.
    const isOpen = summary === null || summary.ended === null
    const elsewhere = isOpen && (await isWrittenElsewhere(folder))
    const experiment = summary?.unit?.experiment
    const isOrphan = experiment !== undefined && !hasPlan(dataFolder, experiment)
    const cutShort = isOpen && !elsewhere && !isOrphan && (await wasCutShort(folder))
    return {
      id,
      running: elsewhere,
      ...(elsewhere && { elsewhere }),
      ...(cutShort && { cutShort }),
      readable: summary !== null,
      summary,
      annotations,
      reason: summary === null ? NOTHING_RECORDED : null,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || !hasLog(folder)) return null
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

/**
 * Null for an empty log. Throws `bad_log` for an unreadable log, or the system's error. If only the turns after
 * `untilTurn` are unreadable, returns the summary of the readable part.
 */
export async function summaryOf(folder: string, untilTurn = Infinity): Promise<EpisodeSummary | null> {
  const version = await versionOf(folder)
  const kept = await readSummary(folder, version)
  if (kept) return kept
  const { state, isWhole } = await foldWithoutExchanges(folder, untilTurn)
  const summary = summarizeEpisode(state)
  if (summary && isWhole) await writeSummary(folder, version, summary)
  return summary
}

/** The summary stored beside the present log; null if none is valid. */
export const keptSummaryOf = async (folder: string): Promise<EpisodeSummary | null> =>
  readSummary(folder, await versionOf(folder))

/** The state without the texts of model and tools, which no summary needs and which would fill the memory. */
async function foldWithoutExchanges(
  folder: string,
  untilTurn: number,
): Promise<{ readonly state: EpisodeState; readonly isWhole: boolean }> {
  let state = emptyEpisode
  try {
    for await (const { events } of readLog(folder)) state = reduceWithoutTexts(state, events)
  } catch (error) {
    if (!isLogFault(error) || state.turns.length < untilTurn) throw error
    return { state, isWhole: false }
  }
  return { state, isWhole: true }
}

/** Reduces events, and removes the texts of model and tools from completed turns. */
export function reduceWithoutTexts(state: EpisodeState, events: readonly EpisodeEvent[]): EpisodeState {
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

/** A summary beside the log, so that the list need not read every log. Rebuilt if it does not match the log. */
const SUMMARY_FILE = 'summary.json'
const SUMMARY_FORMAT = 13
/** A longer summary, as for an episode with thousands of tools, is not stored. */
const LONGEST_SUMMARY_BYTES = 1 << 20

const cached = z.strictObject({
  format: z.literal(SUMMARY_FORMAT),
  log: logVersion,
  sha256: z.string(),
  summary: episodeSummary,
})

/** The summary stored for this version of the log; null if none is valid. */
export async function readSummary(folder: string, version: LogVersion): Promise<EpisodeSummary | null> {
  try {
    const bytes = await readPlain(pathInside(folder, SUMMARY_FILE), LONGEST_SUMMARY_BYTES)
    const json: unknown = parseJson(bytes.toString())
    const { log, sha256, summary } = cached.parse(json)
    return isSameVersion(log, version) && sha256 === digest((json as { readonly summary: unknown }).summary)
      ? summary
      : null
  } catch {
    return null
  }
}

/** Never rejects: the data folder may be read-only. */
async function writeSummary(folder: string, log: LogVersion, summary: EpisodeSummary): Promise<void> {
  const kept = { format: SUMMARY_FORMAT, log, sha256: digest(summary), summary } satisfies DeepReadonly<
    z.input<typeof cached>
  >
  await replacePlain(pathInside(folder, SUMMARY_FILE), JSON.stringify(kept), { isCache: true }).catch(() => undefined)
}

const digest = (summary: unknown): string => createHash('sha256').update(JSON.stringify(summary)).digest('hex')
