import { openPlain, placeInside } from '../files/plain-file'
import { versionOf, wasChecked } from './checked-note'
import { LogError } from './log-error'
import { LOG_FILE, type LogLine, logLines } from './log-lines'
import { LOG_START, type LogPlace, readLines } from './read-lines'
import { checkLines, withWriter } from './read-log'

/** Where turns and requests lie in a log. */
export interface LogIndex {
  /** Where the last line that was looked at ends. A log only grows, so what was found before stays true. */
  readonly end: LogPlace
  /**
   * Where each turn begins, by number; of one that was cut off and played again, the last time. A turn that was taken
   * back is none.
   */
  readonly turnStarts: readonly LogPlace[]
  readonly requests: readonly RequestPlace[]
}

interface Stretch {
  readonly seq: number
  readonly start: number
  readonly end: number
}

interface RequestPlace extends Stretch {
  /** How many messages of the request before it stayed. */
  readonly kept: number
}

/** Gathers an index from the lines of a log, in order. */
export class LogIndexer {
  #seq = 0
  #byte = 0
  readonly #turnStarts: LogPlace[] = [LOG_START]
  readonly #requests: RequestPlace[] = []

  /** `offset` is where `bytes` begins in the log. */
  add(line: LogLine, bytes: Buffer, offset: number): void {
    const { start, end, type, turn } = line
    const seq = this.#seq++
    this.#byte = offset + end
    if (type === 'turn_started') this.#turnStarts[turn] = { seq, byte: offset + start }
    if (type === 'episode_resumed') this.#takeBack(numberAfter(FROM_TURN, line, bytes))
    if (type === 'llm_request')
      this.#requests.push({ seq, start: offset + start, end: offset + end, kept: numberAfter(KEPT, line, bytes) })
  }

  #takeBack(fromTurn: number): void {
    if (fromTurn >= 0 && fromTurn < this.#turnStarts.length) this.#turnStarts.length = fromTurn + 1
  }

  get index(): LogIndex {
    return { end: { seq: this.#seq, byte: this.#byte }, turnStarts: this.#turnStarts, requests: this.#requests }
  }
}

const KEPT = Buffer.from('"messages_kept":')
const FROM_TURN = Buffer.from('"from_turn":')

/**
 * The number of a field that such a line has. In the text of a message the quotes would be escaped, so the first one
 * found is the field.
 */
function numberAfter(key: Buffer, { start }: LogLine, bytes: Buffer): number {
  const at = bytes.indexOf(key, start) + key.length
  return Number.parseInt(bytes.toString('latin1', at, at + 10), 10)
}

/** The index of the log that was looked at last: a window stays with one episode. */
let known: { readonly folder: string; readonly index: LogIndex } | null = null

export const rememberIndex = (folder: string, index: LogIndex): void => {
  known = { folder, index }
}

/** After a log was cut. */
export const forgetIndex = (): void => {
  known = null
}

const knownIndexOf = async (folder: string): Promise<LogIndex | null> =>
  known?.folder === folder && known.index.end.byte <= (await versionOf(folder)).bytes ? known.index : null

/** The last place known that is not after event `seq`: whoever reads on from there need not read what lies before. */
export async function placeBefore(folder: string, seq: number): Promise<LogPlace> {
  const index = await knownIndexOf(folder)
  return (
    [...(index?.turnStarts ?? []), index?.end].findLast((place) => place !== undefined && place.seq <= seq) ?? LOG_START
  )
}

export async function indexOf(folder: string): Promise<LogIndex> {
  const found = await knownIndexOf(folder)
  if (found) return found
  const indexer = new LogIndexer()
  for await (const { bytes: chunk, endByte } of readLines(folder)) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (const line of logLines(buffer)) indexer.add(line, buffer, endByte - chunk.length)
  }
  rememberIndex(folder, indexer.index)
  return indexer.index
}

/** A window asks for the turns around one. */
const LONGEST_READ_BYTES = 256 << 20

/**
 * Every line of some turns, and before them the requests that theirs build on. Empty beyond the end of the log. Throws
 * `LogError` for a line that cannot be trusted, unless the caller knows that all of them can.
 */
export async function readTurns(
  folder: string,
  fromTurn: number,
  toTurn: number,
  isTrusted = false,
): Promise<Uint8Array> {
  const { turnStarts, requests, end } = await indexOf(folder)
  const from = turnStarts[fromTurn] ?? end
  const stretches: readonly Stretch[] = [
    ...buildingBlocks(requests, from.byte),
    { seq: from.seq, start: from.byte, end: (turnStarts[toTurn + 1] ?? end).byte },
  ]
  const bytes = stretches.reduce((sum, { start, end: stop }) => sum + stop - start, 0)
  if (bytes > LONGEST_READ_BYTES) {
    throw new LogError(
      from.seq + 1,
      `Turns ${fromTurn} to ${toTurn} are longer than ${LONGEST_READ_BYTES >> 20} MB: they are not read.`,
    )
  }
  const file = await openPlain(placeInside(folder, LOG_FILE), 'read')
  try {
    const parts = await Promise.all(
      stretches.map(async ({ start, end: stop }) => {
        const buffer = new Uint8Array(stop - start)
        await file.read(buffer, 0, buffer.length, start)
        return buffer
      }),
    )
    if (!isTrusted && !(await wasChecked(folder)))
      for (const [index, { seq }] of stretches.entries()) checkLines(parts[index] ?? new Uint8Array(), seq)
    return new Uint8Array(Buffer.concat(parts))
  } catch (error) {
    throw await withWriter(folder, error)
  } finally {
    await file.close()
  }
}

/**
 * The requests before byte `before` of which a later one may still keep a message: a request keeps the first few of the
 * list before it, so one that keeps no more than an earlier one did takes the place of what that one added.
 */
function buildingBlocks(requests: readonly RequestPlace[], before: number): readonly RequestPlace[] {
  const blocks: RequestPlace[] = []
  for (const request of requests) {
    if (request.start >= before) break
    while ((blocks.at(-1)?.kept ?? -1) >= request.kept) blocks.pop()
    blocks.push(request)
  }
  return blocks
}
