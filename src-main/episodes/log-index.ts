import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { versionOf } from './checked-note'
import { LOG_FILE } from './episode-log'
import { type LogLine, logLines } from './log-lines'
import { readLines } from './read-lines'

/** Where turns and requests lie in a log. */
export interface LogIndex {
  /** Bytes of the log that were looked at. A log only grows, so what was found there stays true. */
  readonly bytes: number
  /** The byte at which each turn begins, by number; of one that was cut off and played again, the last time. */
  readonly turnStarts: readonly number[]
  readonly requests: readonly RequestPlace[]
}

interface RequestPlace {
  readonly start: number
  readonly end: number
  /** How many messages of the request before it stayed. */
  readonly kept: number
}

/** Gathers an index from the lines of a log, in order. */
export class LogIndexer {
  #bytes = 0
  readonly #turnStarts: number[] = [0]
  readonly #requests: RequestPlace[] = []

  /** `offset` is where `bytes` begins in the log. */
  add(line: LogLine, bytes: Buffer, offset: number): void {
    const { start, end, type, turn } = line
    this.#bytes = offset + end
    if (type === 'turn_started') this.#turnStarts[turn] = offset + start
    if (type === 'llm_request') this.#requests.push({ start: offset + start, end: offset + end, kept: keptBy(bytes, line) })
  }

  get index(): LogIndex {
    return { bytes: this.#bytes, turnStarts: this.#turnStarts, requests: this.#requests }
  }
}

const KEPT = '"messages_kept":'

/** In the text of a message the quotes would be escaped, so the first one found is the field. */
function keptBy(bytes: Buffer, { start }: LogLine): number {
  const at = bytes.indexOf(KEPT, start, 'latin1') + KEPT.length
  return Number.parseInt(bytes.toString('latin1', at, at + 10), 10)
}

/** The index of the log that was looked at last: a window stays with one episode. */
let known: { readonly folder: string; readonly index: LogIndex } | null = null

export const rememberIndex = (folder: string, index: LogIndex): void => {
  known = { folder, index }
}

async function indexOf(folder: string): Promise<LogIndex> {
  const { bytes } = await versionOf(folder)
  if (known?.folder === folder && known.index.bytes <= bytes) return known.index
  const indexer = new LogIndexer()
  for await (const { bytes: chunk, endByte } of readLines(folder)) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (const line of logLines(buffer)) indexer.add(line, buffer, endByte - chunk.length)
  }
  rememberIndex(folder, indexer.index)
  return indexer.index
}

/** Every line of some turns, and before them the requests that theirs build on. Empty beyond the end of the log. */
export async function readTurns(folder: string, fromTurn: number, toTurn: number): Promise<Uint8Array> {
  const { turnStarts, requests, bytes } = await indexOf(folder)
  const start = turnStarts[fromTurn] ?? bytes
  const end = turnStarts[toTurn + 1] ?? bytes
  const file = await open(join(folder, LOG_FILE), 'r')
  try {
    const parts = await Promise.all([...buildingBlocks(requests, start), { start, end }].map(async (part) => {
      const buffer = new Uint8Array(part.end - part.start)
      await file.read(buffer, 0, buffer.length, part.start)
      return buffer
    }))
    return new Uint8Array(Buffer.concat(parts))
  } finally {
    await file.close()
  }
}

/**
 * The requests before byte `before` of which a later one may still keep a message: a request keeps the first few of the list before it, so
 * one that keeps no more than an earlier one did takes the place of what that one added.
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
