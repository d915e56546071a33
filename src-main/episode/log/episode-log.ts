import { type FileHandle, lstat, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { cutJson, LOG_BOUNDS } from '@shared/base/json/bound-json'
import type { LoggedEvent } from '@shared/episode/log/event'
import type { FileLease } from '../../base/files/lease'
import { openPlain, pathInside } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { writeError } from '../../base/files/write-error'
import { checkSnapshots } from '../snapshots'
import { leaseLost, acquireWriterLease } from '../writer-lease'
import { isSameVersion, type LogVersion, noteChecked, versionOf } from './checked-note'
import { LOG_FILE, LONGEST_LINE_BYTES } from './log-lines'
import { checkTextLog } from './text-log'

/** The file name of a draft, until `publish`. */
const DRAFT_FILE = 'events.unfinished.jsonl'

/**
 * Owns the open log of one episode and its lease. Appended events are written in order, with at most one write per
 * tick.
 */
export class EpisodeLog {
  readonly #folder: string
  readonly #file: FileHandle
  readonly #mark: FileLease
  #name: string
  /** Length of the file, if no other process writes to it. */
  #bytes: number
  #pending: string[] = []
  #writing: Promise<void> = Promise.resolve()
  #failure: Error | null = null

  private constructor(folder: string, name: string, file: FileHandle, mark: FileLease, bytes: number) {
    this.#folder = folder
    this.#name = name
    this.#file = file
    this.#mark = mark
    this.#bytes = bytes
  }

  /** Creates an empty log in the folder. Rejects with `cannot_write` if it exists or cannot be written. */
  static create(folder: string): Promise<EpisodeLog> {
    return EpisodeLog.#write(folder, LOG_FILE, 0, () => openLog(folder, LOG_FILE, 'create'))
  }

  /**
   * Like `create`, but readers find the log only after `publish`, so that a kill does not leave an incomplete episode.
   */
  static createDraft(folder: string): Promise<EpisodeLog> {
    return EpisodeLog.#write(folder, DRAFT_FILE, 0, () => openLog(folder, DRAFT_FILE, 'create'))
  }

  /**
   * Reopens a log that was read. `validBytes` is the end of the last readable line. A torn line after it is cut off;
   * with `damage`, everything after it is cut off, once a copy of the whole log is on disk. Rejects with `running` if
   * another process writes the log, with `changed_on_disk` if the log changed since it was read, and with
   * `cannot_write`.
   */
  static reopen(folder: string, validBytes: number, damage: Damage | null = null): Promise<EpisodeLog> {
    return EpisodeLog.#write(folder, LOG_FILE, validBytes, async () => {
      const file = await openLog(folder, LOG_FILE, 'read and append')
      try {
        await checkBeside(folder)
        if (damage) await cutDamage(folder, file, validBytes, damage)
        else await cutTornLine(file, validBytes)
        return file
      } catch (error) {
        await file.close()
        throw error
      }
    })
  }

  /** Acquires the lease first, so that a process that finds the log also finds that it is in use. */
  static async #write(
    folder: string,
    name: string,
    bytes: number,
    openFile: () => Promise<FileHandle>,
  ): Promise<EpisodeLog> {
    const mark = await acquireWriterLease(folder, NOT_PLAYED)
    try {
      return new EpisodeLog(folder, name, await openFile(), mark, bytes)
    } catch (error) {
      await mark.release()
      throw error
    }
  }

  /** Throws for an event that could not be read again, and then appends nothing. */
  append(event: LoggedEvent): void {
    const line = `${JSON.stringify(event)}\n`
    const why = whyUnreadable(line)
    if (why !== null) throw new Error(`An event of the type ${event.event_type} cannot be logged: ${why}.`)
    if (this.#pending.push(line) === 1) this.#writing = this.#writing.then(() => this.#writePending())
  }

  /** Resolves when all appended events are on disk. Rejects with `cannot_write`, or with `running` after a takeover. */
  async sync(): Promise<void> {
    await this.#writing
    if (this.#failure) throw this.#failure
    await this.#file.datasync().catch((error: unknown) => {
      throw this.#notSaved(error)
    })
    // Writes to a deleted file succeed silently.
    await lstat(join(this.#folder, this.#name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw (this.#failure = logDeleted(this.#folder))
    })
  }

  /** Gives a draft the name of a log, once it is completely on disk. Rejects like `sync`. */
  async publish(): Promise<void> {
    await this.sync()
    const path = join(this.#folder, LOG_FILE)
    await rename(join(this.#folder, this.#name), path).catch((error: unknown) => {
      throw writeError(NOT_PLAYED, path, error)
    })
    this.#name = LOG_FILE
  }

  /** Also marks the log as checked, because all its lines were checked on opening or written here. */
  async close(): Promise<void> {
    try {
      await this.#writing
      await this.#file.close()
      const version = await versionOf(this.#folder).catch(() => null)
      if (!this.#failure && version?.bytes === this.#bytes) await noteChecked(this.#folder, version)
    } finally {
      await this.#mark.release()
    }
  }

  async #writePending(): Promise<void> {
    const text = this.#pending.join('')
    this.#pending = []
    if (this.#failure) return
    try {
      if (!(await this.#mark.isHeld())) throw leaseLost(this.#folder)
      await this.#file.appendFile(text)
      this.#bytes += Buffer.byteLength(text)
    } catch (error) {
      this.#failure = this.#notSaved(error)
    }
  }

  #notSaved(error: unknown): Error {
    return isExpected(error, 'running')
      ? error
      : writeError('The turn was not saved', join(this.#folder, this.#name), error)
  }
}

const logDeleted = (folder: string) =>
  new ExpectedError('cannot_write', `The turn was not saved: ${folder} was deleted during play.`)

const NOT_PLAYED = 'The episode cannot be played'

/** The reason why the log reader would refuse a line; null for none. */
function whyUnreadable(line: string): string | null {
  if (Buffer.byteLength(line) > LONGEST_LINE_BYTES) return `it is longer than ${LONGEST_LINE_BYTES >> 20} MB`
  try {
    return cutJson(line, LOG_BOUNDS) === line ? null : 'it is nested too deeply'
  } catch (error) {
    return (error as Error).message
  }
}

async function openLog(folder: string, name: string, how: 'create' | 'read and append'): Promise<FileHandle> {
  const place = pathInside(folder, name)
  return openPlain(place, how).catch((error: unknown) => {
    throw writeError(NOT_PLAYED, place.path, error)
  })
}

/** Checks now, and not after the first turn, that the files beside the log can be written. */
async function checkBeside(folder: string): Promise<void> {
  try {
    await checkTextLog(folder)
    await checkSnapshots(folder)
  } catch (error) {
    throw writeError(NOT_PLAYED, folder, error)
  }
}

const CHANGED = 'Another program wrote the log of this episode in the meantime. Try again.'

/**
 * Cuts off a torn line, which no reader yields. Rejects for complete lines after `validBytes`, which may be the end of
 * an episode.
 */
async function cutTornLine(file: FileHandle, validBytes: number): Promise<void> {
  const { size } = await file.stat()
  const rest = Buffer.alloc(Math.min(Math.max(0, size - validBytes), LONGEST_LINE_BYTES))
  await file.read(rest, 0, rest.length, validBytes)
  const isTorn = size >= validBytes && size - validBytes <= rest.length && !rest.includes('\n')
  if (!isTorn) throw new ExpectedError('changed_on_disk', CHANGED)
  await file.truncate(validBytes)
}

/** Describes a log that must be cut before its end. */
interface Damage {
  /** The log's version when it was read. */
  readonly version: LogVersion
  /** For the name of the copy. */
  readonly now: Date
}

/** Longest damage that is copied, in bytes. A sparse file may claim a terabyte. */
const LONGEST_DAMAGE_BYTES = 1 << 30
const TOO_LONG =
  'The damaged log was left unchanged: more than 1 GB follows its last good line. Fork the episode from that turn instead.'

/** Cuts nothing before the whole log is copied and synced. */
async function cutDamage(
  folder: string,
  file: FileHandle,
  validBytes: number,
  { version, now }: Damage,
): Promise<void> {
  if (!isSameVersion(await versionOf(folder), version)) throw new ExpectedError('changed_on_disk', CHANGED)
  if (version.bytes - validBytes > LONGEST_DAMAGE_BYTES) throw new ExpectedError('cannot_write', TOO_LONG)
  const copy = pathInside(folder, `events.damaged-${now.toISOString().replaceAll(':', '-')}.jsonl`)
  await replacePlain(copy, file.createReadStream({ start: 0, autoClose: false })).catch((error: unknown) => {
    throw writeError('The damaged log was left unchanged, because it could not be copied', copy.path, error)
  })
  await file.truncate(validBytes)
}
