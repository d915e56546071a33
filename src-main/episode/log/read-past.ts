import type { EpisodeBatch } from '@shared/contract/episodes'
import { wasChecked } from './checked-note'
import { type LogPlace, readLines } from './read-lines'
import { readLog } from './read-log'

export interface PastOptions {
  readonly folder: string
  readonly fromSeq: number
  /** The viewer can parse log lines itself. */
  readonly asLines: boolean
  /** Not after `fromSeq`. */
  readonly start: LogPlace
  /** Whether all lines were checked on resuming the episode or written by this process. */
  readonly isTrusted: boolean
}

export interface PastBatch {
  readonly batch: EpisodeBatch
  readonly end: LogPlace
}

/** The present content of a log. A checked log is sent unparsed, because parsing takes most of the opening time. */
export async function* readPast(
  { folder, fromSeq, asLines, start, isTrusted }: PastOptions,
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
