import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { LOG_BOUNDS, parseCutJson } from '@shared/base/json/bound-json'

/** `events.jsonl`: one event per line, append-only. It is the source of truth of an episode. */
export const LOG_FILE = 'events.jsonl'

/** One unchecked line of a log: its position and its header fields. */
export interface LogLine {
  readonly start: number
  /** Position after the line feed. */
  readonly end: number
  /** NaN if absent. */
  readonly seq: number
  /** Empty if absent. */
  readonly type: string
  /** NaN for an event outside turns. */
  readonly turn: number
}

/** Many times the longest line that the app writes. */
export const LONGEST_LINE_BYTES = 64 << 20

const codeOf = (char: string): number => char.charCodeAt(0)
const LINE_FEED = codeOf('\n')
const QUOTE = codeOf('"')
const E = codeOf('e')
const V = codeOf('v')
const COLON = codeOf(':')
const ZERO = codeOf('0')
const SEQ_KEY = '{"seq":'
const TYPE_KEY = '"event_type":"'
const TURN_KEY = ',"turn":'

/**
 * The lines of `bytes`. They are scanned and not parsed, because a log of a hundred thousand turns has over a million
 * lines. In a line of the host, the type is the first key after the stamp that begins with "ev", and the turn follows
 * it; a line formatted by another tool is parsed.
 */
export function* logLines(bytes: Buffer): Generator<LogLine> {
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.indexOf(LINE_FEED, start) + 1
    let at = start
    while (at < end && !(bytes[at] === QUOTE && bytes[at + 1] === E && bytes[at + 2] === V)) at++
    const seq = numberAt(bytes, start, SEQ_KEY)
    if (Number.isNaN(seq) || bytes[at + TYPE_KEY.length - 2] !== COLON || bytes[at + TYPE_KEY.length - 1] !== QUOTE) {
      yield { start, end, ...parseHead(bytes.toString('utf8', start, end)) }
      continue
    }
    const typeAt = at + TYPE_KEY.length
    const typeEnd = bytes.indexOf(QUOTE, typeAt)
    yield {
      start,
      end,
      seq,
      type: bytes.toString('latin1', typeAt, typeEnd),
      turn: numberAt(bytes, typeEnd + 1, TURN_KEY),
    }
  }
}

function parseHead(text: string): Pick<LogLine, 'seq' | 'type' | 'turn'> {
  try {
    const { seq, event_type: type, turn } = Object(parseCutJson(text, LOG_BOUNDS)) as Readonly<Record<string, unknown>>
    return {
      seq: typeof seq === 'number' ? seq : NaN,
      type: typeof type === 'string' ? type : '',
      turn: typeof turn === 'number' ? turn : NaN,
    }
  } catch {
    return { seq: NaN, type: '', turn: NaN }
  }
}

/** The number after `key` if `key` is at `at`; otherwise NaN. */
function numberAt(bytes: Buffer, at: number, key: string): number {
  for (let index = 0; index < key.length; index++) if (bytes[at + index] !== key.charCodeAt(index)) return NaN
  let number = 0
  for (let digit, index = at + key.length; (digit = (bytes[index] ?? 0) - ZERO) >= 0 && digit <= 9; index++)
    number = 10 * number + digit
  return number
}

/** An error at a line, counted from 1: the log is damaged there, or a newer version of the app wrote it. */
export type LogFault = ExpectedError<'bad_log'> | ExpectedError<'newer_log'>

export const badLog = (line: number, message: string): LogFault => new ExpectedError('bad_log', message, { line })
export const newerLog = (line: number, message: string): LogFault => new ExpectedError('newer_log', message, { line })

export const isLogFault = (error: unknown): error is LogFault => isExpected(error, 'bad_log', 'newer_log')
