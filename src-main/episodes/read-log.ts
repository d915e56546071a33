import { eventBody, type LoggedEvent, stamp } from '@shared/episode/event'
import { signOfNewerVersion } from '@shared/episode/newer-version'
import { noteChecked, versionOf } from './checked-note'
import { LOG_FILE } from './episode-log'
import { LINE_FEED, type LineChunk, LOG_START, readLines } from './read-lines'

/** A log that cannot be trusted past a line. `line` counts from 1. */
export class LogError extends Error {
  override readonly name = 'LogError'
  readonly code = 'bad_log'
}

/** Of a log without a single event that nobody writes. */
export const NOTHING_RECORDED = 'The log has no beginning: nothing was recorded.'

export interface LogChunk extends LineChunk {
  readonly events: readonly LoggedEvent[]
}

/**
 * Reads a log from event `fromSeq` on, a chunk of whole lines at a time, checking every line. A torn last line is left out and said so.
 * Anything else that is wrong throws a `LogError` with the line number, after what stands before that line was given.
 */
export async function* readLog(folder: string, fromSeq = 0, signal?: AbortSignal, start = LOG_START): AsyncGenerator<LogChunk> {
  const version = await versionOf(folder)
  for await (const chunk of readLines(folder, fromSeq, signal, start)) {
    const events: LoggedEvent[] = []
    try {
      for (const event of checkedEvents(chunk.bytes, chunk.firstSeq)) events.push(event)
    } catch (error) {
      if (events.length > 0) yield { ...firstLines(chunk, events.length), events }
      throw error
    }
    yield { ...chunk, events }
  }
  if (fromSeq === 0) await noteChecked(folder, version)
}

function firstLines(chunk: LineChunk, count: number): LineChunk {
  let end = 0
  for (let line = 0; line < count; line++) end = chunk.bytes.indexOf(LINE_FEED, end) + 1
  return { ...chunk, bytes: chunk.bytes.subarray(0, end), count, endByte: chunk.endByte - chunk.bytes.length + end }
}

const decoder = new TextDecoder()

/** The events of whole lines that follow each other, of which the first must be number `firstSeq`. Throws a `LogError` for anything else. */
export function* checkedEvents(bytes: Uint8Array, firstSeq: number): Generator<LoggedEvent, void> {
  const lines = bytes.length === 0 ? [] : decoder.decode(bytes).slice(0, -1).split('\n')
  for (const [index, text] of lines.entries()) yield checkLine(text, firstSeq + index)
}

/** Nothing for lines that can be trusted; throws as `checkedEvents` does. */
export function checkLines(bytes: Uint8Array, firstSeq: number): void {
  for (const _event of checkedEvents(bytes, firstSeq)) { /* each is checked as it is asked for */ }
}

/** The same for lines that do not follow each other, each with its number: parsed as one array, which takes a third less time than one by one. */
export function checkLinesAt(bytes: Uint8Array, seqs: readonly number[]): void {
  if (seqs.length === 0) return
  const text = decoder.decode(bytes).slice(0, -1)
  const events = parseArray(`[${text.replaceAll('\n', ',')}]`)
  if (events?.length === seqs.length && events.every((event, index) => isSound(event, seqs[index]))) return
  for (const [index, line] of text.split('\n').entries()) checkLine(line, seqs[index] ?? NaN)
}

function parseArray(text: string): readonly unknown[] | null {
  try {
    return JSON.parse(text) as readonly unknown[]
  } catch {
    return null
  }
}

function isSound(json: unknown, seq: number | undefined): boolean {
  const stamped = stamp.safeParse(json)
  return stamped.success && stamped.data.seq === seq && eventBody.safeParse(json).success
}

function checkLine(text: string, seq: number): LoggedEvent {
  const line = seq + 1
  const event = parseEvent(text)
  const wayOut = seq === 0 ? 'Nothing of the episode can be read: restore the file from a copy, or delete the episode.' : 'The episode is readable up to there; restore the file from a copy to read on.'
  if ('isOfNewer' in event) throw new LogError(`Line ${line} of ${LOG_FILE} cannot be read: ${event.fault}. ${event.isOfNewer ? OPEN_WITH_NEWER : wayOut}`)
  if (event.seq !== seq) throw new LogError(`Line ${line} of ${LOG_FILE} has seq ${event.seq} where ${seq} is expected: lines are missing or out of order. ${wayOut}`)
  return event
}

const OPEN_WITH_NEWER = 'A newer version of the app seems to have written it: open it with that.'

interface LineFault {
  readonly fault: string
  readonly isOfNewer: boolean
}

/** The two halves of an event are checked one after the other: as one schema they take twice as long. */
function parseEvent(text: string): LoggedEvent | LineFault {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { fault: 'it is not JSON', isOfNewer: false }
  }
  const stamped = stamp.safeParse(json)
  const body = eventBody.safeParse(json)
  if (stamped.success && body.success) return { ...stamped.data, ...body.data }
  const sign = stamped.success ? signOfNewerVersion(json) : null
  const issue = (stamped.error ?? body.error)?.issues[0]
  return { fault: sign ?? `${issue?.path.join('.') || 'the event'}: ${issue?.message}`, isOfNewer: sign !== null }
}
