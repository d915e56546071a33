import { type FileHandle, mkdir, open, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { type LoggedEvent, loggedEvent } from '@shared/episode/event'

/** `events.jsonl`: one event a line, append-only, the only truth about an episode. */
export const LOG_FILE = 'events.jsonl'

/** A log that cannot be trusted past a line. `line` counts from 1. */
export class LogError extends Error {
  override readonly name = 'LogError'
  readonly code = 'bad_log'
}

/** Owns the open file of one episode. Appends are grouped: one write a tick, in order. */
export class EpisodeLog {
  readonly #file: FileHandle
  #pending: string[] = []
  #writing: Promise<void> = Promise.resolve()
  #failure: Error | null = null

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Creates the folder and an empty log. Rejects if there is one already or the place cannot be written. */
  static async create(folder: string): Promise<EpisodeLog> {
    await mkdir(folder, { recursive: true })
    return new EpisodeLog(await open(join(folder, LOG_FILE), 'ax'))
  }

  /** Opens a log to go on with it. `validBytes` is where its last whole line ends: a torn line after it is cut off. */
  static async reopen(folder: string, validBytes: number): Promise<EpisodeLog> {
    const path = join(folder, LOG_FILE)
    await truncate(path, validBytes)
    return new EpisodeLog(await open(path, 'a'))
  }

  append(event: LoggedEvent): void {
    if (this.#pending.push(`${JSON.stringify(event)}\n`) === 1) this.#writing = this.#writing.then(() => this.#writePending())
  }

  /** Resolves when everything appended so far is on disk; rejects if any of it could not be written. */
  async sync(): Promise<void> {
    await this.#writing
    if (this.#failure) throw this.#failure
    await this.#file.datasync()
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#file.close()
  }

  async #writePending(): Promise<void> {
    const text = this.#pending.join('')
    this.#pending = []
    try {
      if (!this.#failure) await this.#file.appendFile(text)
    } catch (error) {
      this.#failure = error as Error
    }
  }
}

export interface LogChunk {
  readonly events: readonly LoggedEvent[]
  /** Where the last whole line of the chunk ends in the file. */
  readonly endByte: number
  /** What was left out, in words; only on the last chunk. */
  readonly warning: string | null
}

const CHUNK_BYTES = 1 << 18

/**
 * Reads a log from its start, a chunk of whole lines at a time, checking every line. A torn last line, as a kill leaves it, is left out and
 * said so. Anything else that is wrong throws a `LogError` with the line number.
 */
export async function* readLog(folder: string, signal?: AbortSignal): AsyncGenerator<LogChunk> {
  const file = await open(join(folder, LOG_FILE), 'r')
  try {
    let rest = Buffer.alloc(0)
    let endByte = 0
    let line = 0
    let seq = 0
    for (;;) {
      signal?.throwIfAborted()
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, endByte + rest.length)
      if (bytesRead === 0) {
        if (rest.length > 0) yield { events: [], endByte, warning: 'The last event was cut off and left out.' }
        return
      }
      const bytes = rest.length > 0 ? Buffer.concat([rest, buffer.subarray(0, bytesRead)]) : buffer.subarray(0, bytesRead)
      const end = bytes.lastIndexOf(10) + 1
      rest = bytes.subarray(end)
      if (end === 0) continue
      const events = bytes.toString('utf8', 0, end - 1).split('\n').map((text) => parseLine(text, ++line, seq++))
      endByte += end
      yield { events, endByte, warning: null }
    }
  } finally {
    await file.close()
  }
}

function parseLine(text: string, line: number, seq: number): LoggedEvent {
  const event = parseEvent(text)
  if (typeof event === 'string') throw new LogError(`Line ${line} of ${LOG_FILE} cannot be read: ${event}. The episode is readable up to there; restore the file from a copy to read on.`)
  if (event.seq !== seq) throw new LogError(`Line ${line} of ${LOG_FILE} has seq ${event.seq} where ${seq} is expected: lines are missing or out of order.`)
  return event
}

function parseEvent(text: string): LoggedEvent | string {
  try {
    const result = loggedEvent.safeParse(JSON.parse(text))
    if (result.success) return result.data
    const issue = result.error.issues[0]
    return `${issue?.path.join('.') || 'the event'}: ${issue?.message}`
  } catch {
    return 'it is not JSON'
  }
}
