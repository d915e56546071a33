import { ExpectedError } from '@shared/base/expected-error'
import { cutJsonLines, JsonBoundError, LOG_BOUNDS, parseCutJson } from '@shared/base/json/bound-json'
import { eventBody, type LoggedEvent, stamp } from '@shared/episode/log/event'
import { NAMES_WRITER, evidenceOfNewerVersion, unknownEvent, writerNamedBy } from '@shared/episode/log/newer-version'
import { isSliceOver, nextSlice } from '../../base/limits/slices'
import { noteChecked, versionOf } from './checked-note'
import { badLog, newerLog, LOG_FILE, logLines } from './log-lines'
import { LINE_FEED, type LineChunk, LOG_START, type LogPlace, readLines } from './read-lines'

/** The message for a log without any event. */
export const NOTHING_RECORDED =
  'The log has no beginning: nothing was recorded. Restore the file from a copy, or delete the episode.'

export interface LogChunk extends LineChunk {
  readonly events: readonly LoggedEvent[]
}

/**
 * Reads a log from event `fromSeq` on in chunks of complete lines, and checks every line, in time slices. Parts of an
 * event that are nested too deeply are removed. A torn last line is skipped and reported. For any other invalid line,
 * throws `bad_log` with the line number after yielding the preceding lines.
 */
export const readLog = (
  folder: string,
  fromSeq = 0,
  signal?: AbortSignal,
  start = LOG_START,
): AsyncGenerator<LogChunk> => withNewerVersionError(folder, readChecked(folder, fromSeq, signal, start))

async function* readChecked(
  folder: string,
  fromSeq: number,
  signal: AbortSignal | undefined,
  start: LogPlace,
): AsyncGenerator<LogChunk> {
  const version = await versionOf(folder)
  for await (const chunk of readLines(folder, fromSeq, signal, start)) {
    const events: LoggedEvent[] = []
    if (isSliceOver()) await nextSlice()
    try {
      for (const event of checkedEvents(chunk.bytes, chunk.firstSeq)) {
        events.push(event)
        if (isSliceOver()) await nextSlice()
      }
    } catch (error) {
      if (events.length > 0) yield { ...firstLines(chunk, events.length), events }
      throw error
    }
    yield { ...chunk, events }
  }
  if (fromSeq === 0) await noteChecked(folder, version)
}

/** Yields parts of a log. The error for an unknown event becomes `newer_log` if a newer version wrote the event. */
export async function* withNewerVersionError<Part>(folder: string, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    throw await withWriter(folder, error)
  }
}

/** Replaces the error of an event that only a newer version knows; returns any other error unchanged. */
async function withWriter(folder: string, error: unknown): Promise<unknown> {
  if (!(error instanceof UnknownEvent)) return error
  const { line } = error.detail
  const sign = evidenceOfNewerVersion(error.event, await writerBefore(folder, line))
  return sign === null ? error : newerLog(line, ofNewer(line, sign))
}

/** The version of the app that wrote the lines before this one; null if unknown. */
async function writerBefore(folder: string, line: number): Promise<string | null> {
  let writer: string | null = null
  for await (const { bytes, firstSeq } of readLines(folder)) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let seq = firstSeq
    for (const { start, end, type } of logLines(buffer)) {
      if (++seq >= line) return writer
      if (NAMES_WRITER.has(type))
        writer = writerNamedBy(Object(readJson(buffer.toString('utf8', start, end)))) ?? writer
    }
  }
  return writer
}

/** Throws `bad_log` if the first event is not a valid manifest. */
export function requireBeginning(first: LoggedEvent | undefined): void {
  if (first?.event_type !== 'episode_started') throw badLog(1, NOTHING_RECORDED)
}

/** Undefined if not JSON. */
function readJson(text: string): unknown {
  try {
    return parseCutJson(text, LOG_BOUNDS)
  } catch {
    return undefined
  }
}

function firstLines(chunk: LineChunk, count: number): LineChunk {
  let end = 0
  for (let line = 0; line < count; line++) end = chunk.bytes.indexOf(LINE_FEED, end) + 1
  return { ...chunk, bytes: chunk.bytes.subarray(0, end), count, endByte: chunk.endByte - chunk.bytes.length + end }
}

const decoder = new TextDecoder()

/** The events of complete lines; the first has `firstSeq`. Throws `bad_log` for an invalid line. */
export function* checkedEvents(bytes: Uint8Array, firstSeq: number): Generator<LoggedEvent, void> {
  const lines = bytes.length === 0 ? [] : decoder.decode(bytes).slice(0, -1).split('\n')
  for (const [index, text] of lines.entries()) yield checkLine(text, firstSeq + index)
}

/** Throws `bad_log` for an invalid line. */
export function checkLines(bytes: Uint8Array, firstSeq: number): void {
  for (const _event of checkedEvents(bytes, firstSeq)) {
    /* the iteration checks each line */
  }
}

/**
 * Checks lines with these numbers as one array, which takes a third less time than checking each line. Throws
 * `bad_log`.
 */
export function checkLinesAt(bytes: Uint8Array, seqs: readonly number[]): void {
  if (seqs.length === 0) return
  const text = decoder.decode(bytes).slice(0, -1)
  const events = parseArray(text)
  if (events?.length === seqs.length && events.every((event, index) => isSound(event, seqs[index]))) return
  for (const [index, line] of text.split('\n').entries()) checkLine(line, seqs[index] ?? NaN)
}

function parseArray(lines: string): readonly unknown[] | null {
  try {
    return JSON.parse(`[${cutJsonLines(lines, LOG_BOUNDS).replaceAll('\n', ',')}]`) as readonly unknown[]
  } catch {
    return null
  }
}

function isSound(json: unknown, seq: number | undefined): boolean {
  const stamped = stamp.safeParse(json)
  return stamped.success && stamped.data.seq === seq && eventBody.safeParse(json).success
}

/** The error for an event type that only a newer version may know. */
class UnknownEvent extends ExpectedError<'bad_log'> {
  readonly event: unknown

  constructor(line: number, message: string, event: unknown) {
    super('bad_log', message, { line })
    this.event = event
  }
}

/** Checks stamp and body one after the other, because a single schema takes twice as long. */
function checkLine(text: string, seq: number): LoggedEvent {
  const line = seq + 1
  const wayOut =
    seq === 0
      ? 'Nothing of the episode can be read: restore the file from a copy, or delete the episode.'
      : 'The episode is readable up to there; restore the file from a copy to read the rest.'
  const damaged = (what: string) => `Line ${line} of ${LOG_FILE} is damaged: ${what}. ${wayOut}`
  let json: unknown
  try {
    json = parseCutJson(text, LOG_BOUNDS)
  } catch (error) {
    throw badLog(line, damaged(error instanceof JsonBoundError ? error.message : 'it is not JSON'))
  }
  const stamped = stamp.safeParse(json)
  const body = eventBody.safeParse(json)
  if (stamped.success && stamped.data.seq !== seq)
    throw badLog(
      line,
      `Line ${line} of ${LOG_FILE} has seq ${stamped.data.seq} where ${seq} is expected: the log is damaged, lines are missing or out of order. ${wayOut}`,
    )
  if (stamped.success && body.success) return { ...stamped.data, ...body.data }
  if (stamped.success) {
    const sign = evidenceOfNewerVersion(json, null)
    if (sign !== null) throw newerLog(line, ofNewer(line, sign))
    const unknown = unknownEvent(json)
    if (unknown !== null) throw new UnknownEvent(line, damaged(`there is no event ${unknown}`), json)
  }
  const [field] = (stamped.error ?? body.error)?.issues[0]?.path ?? []
  throw badLog(
    line,
    damaged(field === undefined ? 'it is not an event' : `its "${String(field)}" is missing or invalid`),
  )
}

const ofNewer = (line: number, sign: string) =>
  `Line ${line} of ${LOG_FILE} cannot be read: ${sign}. A newer version of the app seems to have written it: open it with that version.`
