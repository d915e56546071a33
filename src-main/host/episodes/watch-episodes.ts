import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LibraryBatch, LibraryEntry } from '@shared/contract/library'
import { noAnnotations } from '@shared/episode/log/annotate'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { readAnnotations } from '../../episode/annotation-file'
import { hasPlan } from '../../episode/experiments-folder'
import { listFolders, readEpisodeEntry } from '../../episode/list-episodes'
import { removeEmptyEpisodeFolder } from '../../episode/make-episode-folder'
import { listWrittenElsewhere } from '../../episode/writer-lease'
import type { ChangeSignal } from '../episode/change-signal'
import type { RunningEpisode } from '../episode/running-episode'

interface Library {
  readonly dataFolder: string
  readonly running: ReadonlyMap<string, RunningEpisode>
  /** The number of changes per episode, see `EpisodeStore`. */
  readonly edits: ReadonlyMap<string, number>
  readonly changed: ChangeSignal
  /** Computes the summary of an episode that is not running, from its log. */
  readonly summarize: Summarize
}

type Summarize = NonNullable<Parameters<typeof readEpisodeEntry>[2]>

/** Number of rows per batch, which fill a window at once and still arrive quickly. */
const BATCH_ROWS = 100

/** Yields all rows, running and new episodes first, and then changes, including those by other processes. */
export async function* watchEpisodes(
  { dataFolder, running, edits, changed, summarize }: Library,
  signal: AbortSignal,
): AsyncGenerator<LibraryBatch> {
  const editsOf = (id: string) => edits.get(id) ?? 0
  /** Per id, the number of edits that the last sent row includes; `NOT_CURRENT` if the row must be read again. */
  const sent = new Map<string, number>()
  /** Per id of an episode of another process, the earliest time of its next read. Long logs are read less often. */
  const restedAt = new Map<string, number>()
  /** Per id of an episode sent as `cutShort`, its experiment. Its row changes when the experiment is deleted. */
  const experiments = new Map<string, string>()
  let skipped: readonly string[] = []
  let isFirst = true
  let isPoll = false
  while (!signal.aborted) {
    const { fired } = changed
    const [folders, elsewhere] = await Promise.all([listFolders(dataFolder), listWrittenElsewhere(dataFolder)])
    const { ids } = folders
    let isNewsOfSkipped = folders.skipped.join('/') !== skipped.join('/')
    skipped = folders.skipped
    const present = new Set(ids)
    let removed = [...sent.keys()].filter((id) => !present.has(id))
    for (const id of removed) sent.delete(id)
    for (const [id, experiment] of experiments)
      if (sent.has(id) && !hasPlan(dataFolder, experiment)) sent.set(id, NOT_CURRENT)
    const wanted = [
      ...ids.filter((id) => running.has(id) && !isPoll),
      ...ids.filter(
        (id) =>
          !running.has(id) &&
          (elsewhere.has(id) || sent.get(id) !== editsOf(id)) &&
          performance.now() >= (restedAt.get(id) ?? 0),
      ),
    ]
    const readRow = async (id: string): Promise<Row> => {
      const [began, shown] = [performance.now(), editsOf(id)]
      const entry = await rowOf(id, running.get(id), { dataFolder, summarize })
      if (entry === null) await removeEmptyEpisodeFolder(join(dataFolder, id))
      if (entry?.elsewhere) restedAt.set(id, performance.now() + REST * (performance.now() - began))
      else restedAt.delete(id)
      return { id, edits: shown, entry }
    }
    const late: Promise<Row>[] = []
    const batchOf = (rows: readonly Row[], live: boolean): LibraryBatch => {
      for (const { id, edits: shown, entry } of rows) {
        if (entry) sent.set(id, entry.running ? NOT_CURRENT : shown)
        experiments.delete(id)
        if (entry?.cutShort && entry.summary?.unit) experiments.set(id, entry.summary.unit.experiment)
      }
      return { changed: rows.flatMap(({ entry }) => entry ?? []), removed, ...(isNewsOfSkipped && { skipped }), live }
    }
    for (
      let start = 0;
      start < wanted.length || isFirst || removed.length > 0 || isNewsOfSkipped;
      start += BATCH_ROWS
    ) {
      const rows = wanted.slice(start, start + BATCH_ROWS).map(readRow)
      const inTime = await rowsInTime(rows, late)
      yield batchOf(inTime, start + BATCH_ROWS >= wanted.length && late.length === 0)
      if (signal.aborted) return
      isFirst = false
      removed = []
      isNewsOfSkipped = false
    }
    for (const [index, row] of late.entries()) {
      yield batchOf([await row], index === late.length - 1)
      if (signal.aborted) return
    }
    isPoll = changed.fired === fired && !(await changed.wait(signal, POLL_MS))
  }
}

/** Polling every second would take 1 % of a core. */
const POLL_MS = 2000
/** The wait as a multiple of the reading time. */
const REST = 20

interface Row {
  readonly id: string
  readonly edits: number
  readonly entry: LibraryEntry | null
}

/** Rows that take longer, such as those of very long new logs, are sent last. */
const IN_TIME_MS = 500

async function rowsInTime(rows: readonly Promise<Row>[], late: Promise<Row>[]): Promise<readonly Row[]> {
  const tooLate = sleep(IN_TIME_MS, null, { ref: false })
  const inTime = await Promise.all(rows.map((row) => Promise.race([row, tooLate])))
  late.push(...rows.filter((_row, index) => inTime[index] === null))
  return inTime.filter((row) => row !== null)
}

/** Differs from every number of edits, so that the row is read again: that of a running episode, after it stopped. */
const NOT_CURRENT = -1

async function rowOf(
  id: string,
  episode: RunningEpisode | undefined,
  { dataFolder, summarize }: Pick<Library, 'dataFolder' | 'summarize'>,
): Promise<LibraryEntry | null> {
  if (!episode) return readEpisodeEntry(dataFolder, id, summarize)
  const annotations = await readAnnotations(join(dataFolder, id)).catch(() => noAnnotations)
  return {
    id,
    running: true,
    readable: true,
    summary: summarizeEpisode(episode.recorder.state),
    annotations,
    reason: null,
  }
}
