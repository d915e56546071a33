import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { openPlain, type RootedPath } from '../../base/files/plain-file'
import { writeError } from '../../base/files/write-error'
import type { ModelFile, ModelFolder } from './model-folder'

export interface UploadPart {
  readonly upload: string
  readonly fileName: string
  readonly at: number
  readonly totalBytes: number
  readonly bytes: Uint8Array
}

interface Upload {
  readonly place: RootedPath
  readonly file: FileHandle
  readonly hash: Hash
  /** Bytes received so far; NaN while a part is being written. */
  received: number
  /** Time of the last part, in ms since 1970. */
  lastPartMs: number
}

/** Maximum number of concurrent uploads; a page sends one after the other. */
const MAX_AT_ONCE = 4
const ENDING = '.upload'
/** An upload without a new part for this time is abandoned: its page was closed. */
const ABANDONED_MS = 10 * 60_000

/** Files that a page sends in parts, because a page cannot read the path of a file. Incomplete files are deleted. */
export class Uploads {
  readonly #folder: ModelFolder
  readonly #open = new Map<string, Upload>()

  constructor(folder: ModelFolder) {
    this.#folder = folder
  }

  /** Resolves to the model after the last part, else to null. Rejects with `cannot_write` or `bad_file`. */
  async add({ upload, fileName, at, totalBytes, bytes }: UploadPart): Promise<ModelFile | null> {
    try {
      const current = this.#open.get(upload) ?? (await this.#begin(upload, at, totalBytes))
      if (at !== current.received || at + bytes.length > totalBytes)
        throw new ExpectedError('bad_input', 'The parts of the file are out of order.')
      // Set before the first wait, so that a concurrent part is refused.
      const end = at + bytes.length
      current.received = NaN
      current.lastPartMs = Date.now()
      current.hash.update(bytes)
      for (let sent = 0; sent < bytes.length;) sent += (await current.file.write(bytes, sent)).bytesWritten
      current.received = end
      if (current.received < totalBytes) return null
      await current.file.sync()
      await current.file.close()
      const name = await this.#folder.freeName(fileName)
      const model = await this.#folder.adopt(current.place, name, current.hash.digest('hex'))
      this.#open.delete(upload)
      return model
    } catch (error) {
      await this.cancel(upload)
      throw (error as NodeJS.ErrnoException).syscall === undefined
        ? error
        : writeError('Not stored', this.#folder.path, error)
    }
  }

  async cancel(upload: string): Promise<void> {
    const current = this.#open.get(upload)
    this.#open.delete(upload)
    if (!current) return
    await current.file.close().catch(() => {})
    await rm(current.place.path, { force: true })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((upload) => this.cancel(upload)))
  }

  async #begin(upload: string, at: number, totalBytes: number): Promise<Upload> {
    if (at !== 0) throw new ExpectedError('bad_input', 'The first part of the file is missing.')
    await this.#deleteAbandoned()
    if (this.#open.size >= MAX_AT_ONCE)
      throw new ExpectedError('running', 'Other files are being added. Wait for them.')
    await this.#folder.make()
    const { bavail, bsize } = await statfs(this.#folder.path)
    if (bavail * bsize < totalBytes)
      throw new ExpectedError('cannot_write', `There is not enough room in ${this.#folder.path} for this file.`)
    const place = this.#folder.placeOf(`.${upload}`, ENDING)
    const begun = {
      received: 0,
      lastPartMs: Date.now(),
      place,
      file: await openPlain(place, 'create'),
      hash: createHash('sha256'),
    }
    this.#open.set(upload, begun)
    return begun
  }

  /** Deletes abandoned uploads, also those of a host that was killed. */
  async #deleteAbandoned(): Promise<void> {
    const isAbandoned = (lastMs: number) => Date.now() - lastMs > ABANDONED_MS
    for (const [upload, { lastPartMs }] of this.#open) if (isAbandoned(lastPartMs)) await this.cancel(upload)
    for (const file of await readdir(this.#folder.path).catch(() => [])) {
      if (!file.endsWith(ENDING)) continue
      const path = join(this.#folder.path, file)
      const found = await stat(path).catch(() => null)
      if (found && isAbandoned(found.mtimeMs)) await rm(path, { force: true })
    }
  }
}
