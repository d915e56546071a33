import type { EpisodeBatch } from '@shared/contract/contract'
import { readLog } from '../episodes/episode-log'
import type { Recorder } from './recorder'

const BATCH_EVENTS = 1000

export interface Viewer {
  readonly fromSeq: number
  readonly draftLength: number
}

/** The events of an episode from the viewer's next `seq` on; while it runs, also what comes. Ends when the episode no longer runs and all was given. */
export async function* watchEpisode(folder: string, running: () => Recorder | null, viewer: Viewer, signal: AbortSignal): AsyncGenerator<EpisodeBatch> {
  const recorder = running()
  if (recorder === null) return yield* readFrom(folder, viewer.fromSeq, signal)
  let fromSeq = viewer.fromSeq
  if (recorder.eventsFrom(fromSeq, 0) === null) {
    for await (const batch of readFrom(folder, fromSeq, signal)) {
      if (batch.events.length === 0) continue // a last line that is still being written is not torn
      fromSeq += batch.events.length
      yield batch
    }
  }
  yield* follow(recorder, () => running() === recorder, { fromSeq, draftLength: viewer.draftLength }, signal)
}

async function* readFrom(folder: string, fromSeq: number, signal: AbortSignal): AsyncGenerator<EpisodeBatch> {
  for await (const { events, warning } of readLog(folder, signal)) {
    const wanted = events.filter(({ seq }) => seq >= fromSeq)
    for (let start = 0; start < wanted.length; start += BATCH_EVENTS) yield { events: wanted.slice(start, start + BATCH_EVENTS), live: false, warning: null }
    if (warning !== null) yield { events: [], live: false, warning }
  }
}

async function* follow(recorder: Recorder, isRunning: () => boolean, viewer: Viewer, signal: AbortSignal): AsyncGenerator<EpisodeBatch> {
  let next = viewer.fromSeq
  let draftLength = viewer.draftLength
  let announced = false
  while (!signal.aborted) {
    const woken = recorder.changed.wait(signal)
    const logged = recorder.eventsFrom(next, BATCH_EVENTS)
    if (logged === null) throw new Error(`The viewer fell behind: event ${next} is no longer in memory. Open the episode again.`)
    if (logged.length > 0) draftLength = 0
    next += logged.length
    const upToDate = next > recorder.state.seq
    const drafts = upToDate ? recorder.draftsFrom(draftLength) : []
    const last = drafts.at(-1)
    if (last) draftLength = last.offset + last.text.length
    if (logged.length > 0 || drafts.length > 0 || !announced) {
      announced = upToDate
      yield { events: [...logged, ...drafts], live: upToDate, warning: null }
    } else if (!isRunning()) return
    else await woken
  }
}
