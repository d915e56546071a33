import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { contractError } from '@shared/contract/rpc'
import type { LoggedEvent } from '@shared/episode/event'
import { notWritten } from '../files/not-written'
import { noteChecked, versionOf } from './checked-note'
import { markWriter, unmarkWriter } from './writer-mark'

/** `events.jsonl`: one event a line, append-only, the only truth about an episode. */
export const LOG_FILE = 'events.jsonl'

/** Owns the open file of one episode, and marks it as written by this program until it is closed. Appends are grouped: one write a tick, in order. */
export class EpisodeLog {
  readonly #folder: string
  readonly #file: FileHandle
  /** How long the file is if nobody else writes it. */
  #bytes: number
  #pending: string[] = []
  #writing: Promise<void> = Promise.resolve()
  #failure: Error | null = null

  private constructor(folder: string, file: FileHandle, bytes: number) {
    this.#folder = folder
    this.#file = file
    this.#bytes = bytes
  }

  /** Begins an empty log in the folder. Rejects with `cannot_write` if there is one already or the place cannot be written. */
  static create(folder: string): Promise<EpisodeLog> {
    return EpisodeLog.#write(folder, 0, () => openLog(folder, 'ax'))
  }

  /**
   * Opens a log that was read whole to go on with it. `validBytes` is where its last whole line ends: a torn line after it is cut off. Rejects
   * with `running` if another program writes it, `changed_on_disk` if one has since it was read, and `cannot_write`.
   */
  static reopen(folder: string, validBytes: number): Promise<EpisodeLog> {
    return EpisodeLog.#write(folder, validBytes, async () => {
      const file = await openLog(folder, 'a+')
      try {
        await cutTornLine(file, validBytes)
        return file
      } catch (error) {
        await file.close()
        throw error
      }
    })
  }

  /** Marked first: whoever sees the log sees that it is being written. */
  static async #write(folder: string, bytes: number, openFile: () => Promise<FileHandle>): Promise<EpisodeLog> {
    await markWriter(folder)
    try {
      return new EpisodeLog(folder, await openFile(), bytes)
    } catch (error) {
      await unmarkWriter(folder).catch(() => undefined)
      throw error
    }
  }

  append(event: LoggedEvent): void {
    if (this.#pending.push(`${JSON.stringify(event)}\n`) === 1) this.#writing = this.#writing.then(() => this.#writePending())
  }

  /** Resolves when everything appended so far is on disk; rejects with `cannot_write` if any of it could not be written. */
  async sync(): Promise<void> {
    await this.#writing
    try {
      if (this.#failure) throw this.#failure
      await this.#file.datasync()
    } catch (error) {
      throw notWritten('The turn was not saved', join(this.#folder, LOG_FILE), error)
    }
  }

  /** What is in it was checked when it was opened or came from here: whoever opens it next need not check it again. */
  async close(): Promise<void> {
    try {
      await this.#writing
      await this.#file.close()
      const version = await versionOf(this.#folder).catch(() => null)
      if (!this.#failure && version?.bytes === this.#bytes) await noteChecked(this.#folder, version)
    } finally {
      await unmarkWriter(this.#folder)
    }
  }

  async #writePending(): Promise<void> {
    const text = this.#pending.join('')
    this.#pending = []
    try {
      if (!this.#failure) await this.#file.appendFile(text)
      this.#bytes += Buffer.byteLength(text)
    } catch (error) {
      this.#failure = error as Error
    }
  }
}

async function openLog(folder: string, flags: string): Promise<FileHandle> {
  const path = join(folder, LOG_FILE)
  return open(path, flags).catch((error: unknown) => { throw notWritten('The episode cannot be played', path, error) })
}

/** A torn line is never read, so nothing is lost with it; of whole lines that came since, the end of an episode would be. */
async function cutTornLine(file: FileHandle, validBytes: number): Promise<void> {
  const { size } = await file.stat()
  const rest = Buffer.alloc(Math.max(0, size - validBytes))
  await file.read(rest, 0, rest.length, validBytes)
  if (size < validBytes || rest.includes('\n')) throw contractError('changed_on_disk', 'Another program wrote the log of this episode in the meantime. Try again.')
  await file.truncate(validBytes)
}
