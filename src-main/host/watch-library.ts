import type { LibraryBatch, LibraryEntry } from '@shared/contract/contract'
import { summarizeEpisode } from '@shared/episode/summary'
import { listEpisodeIds, readLibraryEntry } from '../episodes/library'
import type { RunningEpisode } from './open-episode'
import type { Pulse } from './pulse'

interface Library {
  readonly dataFolder: string
  readonly running: ReadonlyMap<string, RunningEpisode>
  readonly changed: Pulse
}

/** All rows first, then what changes. An episode that does not run is read once: nobody but the host writes to it. */
export async function* watchLibrary({ dataFolder, running, changed }: Library, signal: AbortSignal): AsyncGenerator<LibraryBatch> {
  const atRest = new Set<string>()
  let listed: readonly string[] | null = null
  while (!signal.aborted) {
    const woken = changed.wait(signal)
    const ids = await listEpisodeIds(dataFolder)
    const rows = await Promise.all(ids.filter((id) => running.has(id) || !atRest.has(id)).map((id) => rowOf(dataFolder, id, running.get(id))))
    for (const { id, running: runs } of rows) {
      if (runs) atRest.delete(id)
      else atRest.add(id)
    }
    const removed = listed?.filter((id) => !ids.includes(id)) ?? []
    for (const id of removed) atRest.delete(id)
    if (rows.length > 0 || removed.length > 0 || listed === null) yield { changed: rows, removed }
    listed = ids
    await woken
  }
}

async function rowOf(dataFolder: string, id: string, episode: RunningEpisode | undefined): Promise<LibraryEntry> {
  return episode ? { id, running: true, readable: true, summary: summarizeEpisode(episode.recorder.state), reason: null } : readLibraryEntry(dataFolder, id)
}
