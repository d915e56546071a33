import { setTimeout as sleep } from 'node:timers/promises'
import type { EpisodeBatch } from '@shared/contract/episodes'
import { wasChecked } from '../../episode/log/checked-note'
import { badLog } from '../../episode/log/log-lines'
import { LOG_START, type LogPlace, readLines, shorterLog } from '../../episode/log/read-lines'
import { NOTHING_RECORDED, readLog } from '../../episode/log/read-log'
import { isWrittenElsewhere } from '../../episode/writer-lease'
import type { Recorder } from './recorder'

const BATCH_EVENTS = 1000

interface Viewer {
  readonly fromSeq: number
  readonly draftLength: number
  /** The viewer can parse log lines itself. */
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
): AsyncGenerator<EpisodeBatch> {
  const recorder = running()
  if (recorder === null) {
    yield* readWhileWritten(folder, viewer, signal)
    return
  }
  // The log of a running episode was checked when it was resumed, or written by this process.
  const reading = readFrom(folder, viewer, LOG_START, true, signal)
  let { fromSeq } = viewer
  if (recorder.eventsFrom(fromSeq, 0) === null) {
    for await (const { batch, end } of reading) {
      if (batch.warning !== null) continue // a last line that is still being written is not torn
      fromSeq = end.seq
      yield batch
    }
  }
  yield* follow(recorder, () => running() === recorder, { fromSeq, draftLength: viewer.draftLength }, signal)
}

const POLL_MS = 250

/** The log on disk; while another process plays the episode, also what it appends. */
async function* readWhileWritten(folder: string, viewer: Viewer, signal: AbortSignal): AsyncGenerator<EpisodeBatch> {
  let place = LOG_START
  let isWritten: boolean
  do {
    // Checked before the log is read, so that the last write of the other process is included.
    isWritten = await isWrittenElsewhere(folder)
    for await (const { batch, end } of readFrom(
      folder,
      { ...viewer, fromSeq: Math.max(viewer.fromSeq, place.seq) },
      place,
      false,
      signal,
    )) {
      if (isWritten && batch.warning !== null) continue
      place = end
      yield batch
    }
    if (!isWritten && viewer.fromSeq === 0 && place.seq === 0) throw badLog(1, NOTHING_RECORDED)
    if (!isWritten) return
    yield { events: [], live: true, warning: null }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
  } while (!signal.aborted)
}

interface PastBatch {
  readonly batch: EpisodeBatch
  readonly end: LogPlace
}

/** A checked log is sent as it is, without parsing and serializing, which is most of the time of opening. */
async function* readFrom(
  folder: string,
  { fromSeq, asLines }: Viewer,
  start: LogPlace,
  isTrusted: boolean,
  signal: AbortSignal,
): AsyncGenerator<PastBatch> {
  if (!asLines) {
    for await (const { events, firstSeq, count, endByte, warning } of readLog(folder, fromSeq, signal, start))
      yield { batch: { events, live: false, warning }, end: { seq: firstSeq + count, byte: endByte } }
    return
  }
  const read = isTrusted || (await wasChecked(folder)) ? readLines : readLog
  for await (const { bytes, firstSeq, count, endByte, warning } of read(folder, fromSeq, signal, start))
    yield { batch: { events: [], bytes, live: false, warning }, end: { seq: firstSeq + count, byte: endByte } }
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
