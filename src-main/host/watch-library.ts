import type { LibraryBatch, LibraryEntry } from '@shared/contract/contract'
import { noAnnotations } from '@shared/episode/annotate'
import { summarizeEpisode } from '@shared/episode/summary'
import { join } from 'node:path'
import { readAnnotations } from '../episodes/annotation-file'
import { listEpisodeIds, readLibraryEntry } from '../episodes/library'
import type { RunningEpisode } from './open-episode'
import type { Pulse } from './pulse'

interface Library {
  readonly dataFolder: string
  readonly running: ReadonlyMap<string, RunningEpisode>
  /** How often the reader changed what is kept beside the log of an episode, since the host started. */
  readonly edits: ReadonlyMap<string, number>
  readonly changed: Pulse
}

/** Rows that are read and sent together: enough to fill a window at once, few enough not to wait for. */
const BATCH_ROWS = 100

/** All rows first, running ones and then the newest, then what changes. An episode that does not run is read once; the folder is looked into now and then for those that other programs play. */
export async function* watchLibrary({ dataFolder, running, edits, changed }: Library, signal: AbortSignal): AsyncGenerator<LibraryBatch> {
  const editsOf = (id: string) => edits.get(id) ?? 0
  /** What was sent and is still true: by id, the edits it shows. */
  const sent = new Map<string, number>()
  let isFirst = true
  let isPoll = false
  while (!signal.aborted) {
    const { fired } = changed
    const ids = await listEpisodeIds(dataFolder)
    const present = new Set(ids)
    let removed = [...sent.keys()].filter((id) => !present.has(id))
    for (const id of removed) sent.delete(id)
    const wanted = [...ids.filter((id) => running.has(id) && !isPoll), ...ids.filter((id) => !running.has(id) && sent.get(id) !== editsOf(id))]
    for (let start = 0; start < wanted.length || isFirst || removed.length > 0; start += BATCH_ROWS) {
      const rows = await Promise.all(wanted.slice(start, start + BATCH_ROWS).map(async (id) => ({ id, edits: editsOf(id), entry: await rowOf(dataFolder, id, running.get(id)) })))
      for (const row of rows) if (row.entry) sent.set(row.id, row.entry.running ? NOT_AT_REST : row.edits)
      yield { changed: rows.flatMap(({ entry }) => entry ?? []), removed, live: start + BATCH_ROWS >= wanted.length }
      if (signal.aborted) return
      isFirst = false
      removed = []
    }
    isPoll = changed.fired === fired && !(await changed.wait(signal, POLL_MS))
  }
}

const POLL_MS = 1000

/** Differs from any number of edits, so the row is read again once the episode has come to rest. */
const NOT_AT_REST = -1

async function rowOf(dataFolder: string, id: string, episode: RunningEpisode | undefined): Promise<LibraryEntry | null> {
  if (!episode) return readLibraryEntry(dataFolder, id)
  const annotations = await readAnnotations(join(dataFolder, id)).catch(() => noAnnotations)
  return { id, running: true, readable: true, summary: summarizeEpisode(episode.recorder.state), annotations, reason: null }
}
