import { ExpectedError } from '@shared/base/expected-error'
import { openPlain, pathInside } from '../../base/files/plain-file'
import { badLog, LOG_FILE, LONGEST_LINE_BYTES, type LogLine, logLines } from './log-lines'

/** Complete lines of a log as stored, with line feeds. */
export interface LineChunk {
  readonly bytes: Uint8Array
  /** `seq` of the first line. Each line is an event, and events are numbered from 0 without a gap. */
  readonly firstSeq: number
  readonly count: number
  /** Position after the last line in the file. */
  readonly endByte: number
  /** A sentence about a skipped line; only on the last chunk. */
  readonly warning: string | null
}

/** A position between two lines. */
export interface LogPlace {
  readonly seq: number
  readonly byte: number
}

export const LOG_START: LogPlace = { seq: 0, byte: 0 }
const CHUNK_BYTES = 1 << 20
export const LINE_FEED = 10
const TORN_LINE = 'The last event was cut off and left out.'

/**
 * Reads a log from event `fromSeq` on, about a megabyte at a time. A torn last line, as left by a kill, is skipped and
 * reported. Throws `shorter_log` if the log has fewer events. Bytes before `start`, which is not after `fromSeq`, are
 * not read.
 */
export async function* readLines(
  folder: string,
  fromSeq = 0,
  signal?: AbortSignal,
  start = LOG_START,
): AsyncGenerator<LineChunk> {
  const file = await openPlain(pathInside(folder, LOG_FILE), 'read')
  try {
    let rest = Buffer.alloc(0)
    let endByte = start.byte
    let { seq } = start
    for (;;) {
      signal?.throwIfAborted()
      if (rest.length >= LONGEST_LINE_BYTES) throw endlessLine(seq)
      // A longer line doubles the buffer, so that it is not copied again for each megabyte.
      const wanted = Math.max(CHUNK_BYTES, rest.length)
      const buffer = Buffer.allocUnsafeSlow(rest.length + wanted)
      rest.copy(buffer)
      const { bytesRead } = await file.read(buffer, rest.length, wanted, endByte + rest.length)
      if (bytesRead === 0) {
        if (seq < fromSeq) throw shorterLog(seq, fromSeq)
        if (rest.length > 0)
          yield {
            bytes: new Uint8Array(),
            firstSeq: seq,
            count: 0,
            endByte,
            warning: TORN_LINE,
          }
        return
      }
      const bytes = buffer.subarray(0, rest.length + bytesRead)
      const end = bytes.lastIndexOf(LINE_FEED) + 1
      rest = bytes.subarray(end)
      if (end === 0) continue
      const { start: first, skipped } = skipLines(bytes, fromSeq - seq, end)
      const count = countLines(bytes, first, end)
      endByte += end
      seq += skipped + count
      // Copied, because a message port would send the whole underlying buffer of a view.
      if (count > 0)
        yield {
          bytes: new Uint8Array(bytes.subarray(first, end)),
          firstSeq: seq - count,
          count,
          endByte,
          warning: null,
        }
    }
  } finally {
    await file.close()
  }
}

/** The warning that reading the whole log yields; null for none. */
export async function warningOf(folder: string): Promise<string | null> {
  const file = await openPlain(pathInside(folder, LOG_FILE), 'read')
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    return bytesRead === 0 || buffer[0] === LINE_FEED ? null : TORN_LINE
  } finally {
    await file.close()
  }
}

const endlessLine = (seq: number) =>
  badLog(
    seq + 1,
    `Line ${seq + 1} of ${LOG_FILE} is longer than ${LONGEST_LINE_BYTES >> 20} MB: the app did not write it.`,
  )

/** The error if events that the viewer saw never reached the disk, which was full or lost power. */
export const shorterLog = (count: number, seen: number) =>
  new ExpectedError('shorter_log', `The log has ${count} events, but ${seen} were seen.`)

/** Start of line number `lines`, or `end` if that comes first. */
function skipLines(bytes: Buffer, lines: number, end: number): { readonly start: number; readonly skipped: number } {
  let start = 0
  let skipped = 0
  for (; skipped < lines && start < end; skipped++) start = bytes.indexOf(LINE_FEED, start) + 1
  return { start, skipped }
}

function countLines(bytes: Buffer, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at = bytes.indexOf(LINE_FEED, at) + 1) count++
  return count
}

/** The positions of the turns of a log, found without parsing or checking its lines. */
interface LogIndex {
  /** Position after the last line read. */
  readonly end: LogPlace
  /** Keyed by turn number. A turn that was played again has its last start; cancelled turns are absent. */
  readonly turnStarts: readonly LogPlace[]
  /** Number of complete turns. */
  readonly turns: number
}

export async function indexOf(folder: string): Promise<LogIndex> {
  const turnStarts = [LOG_START]
  let end = LOG_START
  let turns = 0
  for await (const { bytes, firstSeq, count, endByte } of readLines(folder)) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const startByte = endByte - bytes.length
    let seq = firstSeq
    for (const line of logLines(buffer)) {
      const { start, type, turn } = line
      if (type === 'turn_started') turnStarts[turn] = { seq, byte: startByte + start }
      if (type === 'turn_completed') turns = turn
      if (type === 'episode_resumed') {
        turns = Math.min(turns, fromTurnOf(line, buffer))
        turnStarts.length = Math.min(turnStarts.length, turns + 1)
      }
      seq++
    }
    end = { seq: firstSeq + count, byte: endByte }
  }
  return { end, turnStarts, turns }
}

const FROM_TURN = Buffer.from('"from_turn":')

/** The first match is the field, because no text precedes it in this line. */
function fromTurnOf({ start }: LogLine, bytes: Buffer): number {
  const at = bytes.indexOf(FROM_TURN, start) + FROM_TURN.length
  return Number.parseInt(bytes.toString('latin1', at, at + 10), 10)
}
