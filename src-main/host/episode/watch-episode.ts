import { setTimeout as sleep } from 'node:timers/promises'
import type { EpisodeBatch } from '@shared/contract/episodes'
import { badLog } from '../../episode/log/log-lines'
import { LOG_START, shorterLog } from '../../episode/log/read-lines'
import { NOTHING_RECORDED } from '../../episode/log/read-log'
import { type PastBatch, type PastOptions, readPast } from '../../episode/log/read-past'
import { isWrittenElsewhere } from '../../episode/writer-lease'
import type { Recorder } from './recorder'

const BATCH_EVENTS = 1000

interface Viewer {
  readonly fromSeq: number
  readonly draftLength: number
  /** Whether the viewer parses log lines itself. */
  readonly asLines: boolean
}

/**
 * The events of an episode from the viewer's next `seq` on, and new ones while it runs. Ends when the episode stopped
 * and everything was sent. Throws `shorter_log` if the viewer has more events than the log.
 */
export async function* watchEpisode(
  folder: string,
  running: () => Recorder | null,
  viewer: Viewer,
  signal: AbortSignal,
  read: ReadPast = readPast,
): AsyncGenerator<EpisodeBatch> {
  const recorder = running()
  if (recorder === null) {
    yield* readWhileWritten(folder, viewer, signal, read)
    return
  }
  const { asLines } = viewer
  let { fromSeq } = viewer
  const reading = read({ folder, fromSeq, asLines, start: LOG_START, isTrusted: true }, signal)
  if (recorder.eventsFrom(fromSeq, 0) === null) {
    for await (const { batch, end } of reading) {
      if (batch.warning !== null) continue // The warning is about a last line that is still being written.
      fromSeq = end.seq
      yield batch
    }
  }
  yield* follow(recorder, () => running() === recorder, { fromSeq, draftLength: viewer.draftLength }, signal)
}

type ReadPast = (options: PastOptions, signal: AbortSignal) => AsyncIterable<PastBatch>

const POLL_MS = 250

/** Reads the log on disk, and the events that another process appends while it plays the episode. */
async function* readWhileWritten(
  folder: string,
  { fromSeq, asLines }: Viewer,
  signal: AbortSignal,
  read: ReadPast,
): AsyncGenerator<EpisodeBatch> {
  let place = LOG_START
  let isWritten: boolean
  do {
    // Checked before the log is read, so that the last write of the other process is included.
    isWritten = await isWrittenElsewhere(folder)
    const wanted = { folder, fromSeq: Math.max(fromSeq, place.seq), asLines, start: place, isTrusted: false }
    for await (const { batch, end } of read(wanted, signal)) {
      if (isWritten && batch.warning !== null) continue
      place = end
      yield batch
    }
    if (!isWritten && fromSeq === 0 && place.seq === 0) throw badLog(1, NOTHING_RECORDED)
    if (!isWritten) return
    yield { events: [], live: true, warning: null }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
  } while (!signal.aborted)
}

async function* follow(
  recorder: Recorder,
  isRunning: () => boolean,
  viewer: Pick<Viewer, 'fromSeq' | 'draftLength'>,
  signal: AbortSignal,
): AsyncGenerator<EpisodeBatch> {
  if (viewer.fromSeq > recorder.state.seq + 1) throw shorterLog(recorder.state.seq + 1, viewer.fromSeq)
  let next = viewer.fromSeq
  let draftLength = viewer.draftLength
  let announced = false
  let savedSeq = -1
  while (!signal.aborted) {
    const woken = recorder.changed.wait(signal)
    const logged = recorder.eventsFrom(next, BATCH_EVENTS)
    if (logged === null)
      throw new Error(`The viewer fell behind: event ${next} is no longer in memory. Open the episode again.`)
    if (logged.length > 0) draftLength = 0
    next += logged.length
    const upToDate = next > recorder.state.seq
    const drafts = upToDate ? recorder.draftsFrom(draftLength) : []
    const last = drafts.at(-1)
    if (last) draftLength = last.offset + last.text.length
    if (logged.length > 0 || drafts.length > 0 || savedSeq !== recorder.savedSeq || !announced) {
      announced = upToDate
      savedSeq = recorder.savedSeq
      yield { events: [...logged, ...drafts], live: upToDate, savedSeq, warning: null }
    } else if (!isRunning()) return
    else await woken
  }
}
