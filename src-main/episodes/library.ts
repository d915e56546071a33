import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LibraryEntry } from '@shared/contract/contract'
import { type EpisodeSummary, summarizeEpisode } from '@shared/episode/summary'
import { LOG_FILE } from './episode-log'
import { loadEpisode } from './load-episode'

/** A summary beside the log, so that a library of thousands opens without folding every log. Made anew when the log has another size. */
const SUMMARY_FILE = 'summary.json'
const SUMMARY_FORMAT = 1

/** The ids of the folders that hold an episode, newest first. Empty if there is no data folder yet. */
export async function listEpisodeIds(dataFolder: string): Promise<readonly string[]> {
  const entries = await readdir(dataFolder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const holdsEpisode = await Promise.all(folders.map((name) => stat(join(dataFolder, name, LOG_FILE)).then(() => true, () => false)))
  return folders.filter((_, index) => holdsEpisode[index]).toSorted().toReversed()
}

/** The row of an episode that is not running. A log that cannot be read gives a row that says why, never an exception. */
export async function readLibraryEntry(dataFolder: string, id: string): Promise<LibraryEntry> {
  const folder = join(dataFolder, id)
  try {
    const summary = await summaryOf(folder)
    return { id, running: false, readable: summary !== null, summary, reason: summary === null ? 'The log has no beginning: nothing was recorded.' : null }
  } catch (error) {
    return { id, running: false, readable: false, summary: null, reason: (error as Error).message }
  }
}

async function summaryOf(folder: string): Promise<EpisodeSummary | null> {
  const { size } = await stat(join(folder, LOG_FILE))
  const cached = await readFile(join(folder, SUMMARY_FILE), 'utf8').then(JSON.parse).catch(() => null) as { format: number; size: number; summary: EpisodeSummary } | null
  if (cached?.format === SUMMARY_FORMAT && cached.size === size) return cached.summary
  const { state } = await loadEpisode(folder)
  const summary = summarizeEpisode(state)
  // A folder that cannot be written is still a folder that can be read.
  if (summary) await writeFile(join(folder, SUMMARY_FILE), JSON.stringify({ format: SUMMARY_FORMAT, size, summary })).catch(() => undefined)
  return summary
}
