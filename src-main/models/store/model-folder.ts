import { createHash } from 'node:crypto'
import { type FileHandle, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { z } from 'zod'
import { ExpectedError, isExpected, messageOf } from '@shared/base/expected-error'
import { parseJson } from '@shared/base/json/bound-json'
import { makePlainFolder, openNamed, openPlain, pathIn, readPlain, type RootedPath } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { writeError } from '../../base/files/write-error'
import { type ModelHeader, readModelHeader } from '../gguf/read-header'

/** A model file that can be used. */
export interface ModelFile {
  /** The name in requests and on the command line: the file name without its ending. */
  readonly name: string
  readonly path: string
  readonly header: ModelHeader
  readonly sizeBytes: number
  /** Null until it has been computed, which reads the whole file. */
  readonly sha256: string | null
  /** True for a file outside the folder, which was added by its path and not copied. */
  readonly isInPlace: boolean
}

/** A file of the folder that cannot be used, and why. */
export interface UnusableFile {
  readonly name: string
  readonly reason: string
}

export interface FolderContent {
  readonly models: readonly ModelFile[]
  readonly unusable: readonly UnusableFile[]
}

/**
 * Stored beside a model: its path if it is outside the folder, and its hash, valid for this size and modification time.
 */
const note = z.object({
  path: z.string().optional(),
  sha256: z.string().optional(),
  sizeBytes: z.number().optional(),
  modifiedMs: z.number().optional(),
})
type Note = Readonly<z.infer<typeof note>>

const MODEL_ENDING = '.gguf'
const NOTE_ENDING = '.model.json'
const MAX_NOTE_BYTES = 100_000

/**
 * The folder of models on this computer: model files, downloaded or put there by the user, and notes about files that
 * are used in place.
 */
export class ModelFolder {
  readonly path: string
  readonly #read = new Map<string, { readonly stamp: string; readonly header: Promise<ModelHeader> }>()

  constructor(path: string) {
    this.path = path
  }

  /** All models, sorted by name. A missing folder counts as empty. */
  async list(): Promise<FolderContent> {
    const files = await readdir(this.path).catch(() => [])
    const names = new Set(files.flatMap((file) => stemOf(file, MODEL_ENDING) ?? stemOf(file, NOTE_ENDING) ?? []))
    const models: ModelFile[] = []
    const unusable: UnusableFile[] = []
    for (const name of [...names].toSorted()) {
      try {
        models.push(await this.#load(name))
      } catch (error) {
        unusable.push({ name, reason: messageOf(error) })
      }
    }
    return { models, unusable }
  }

  /** Rejects with `not_found`, or with the reason for an unusable file. */
  async find(name: string): Promise<ModelFile> {
    if (!NAME.test(name)) throw noSuchModel(name)
    return this.#load(name).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? noSuchModel(name) : error
    })
  }

  /** Adds a file without copying it. Rejects with `bad_file` if it is not a model. */
  async addInPlace(file: string): Promise<ModelFile> {
    const path = resolve(file)
    const header = await readHeaderOf(() => openNamed(path)).catch((error: unknown) => {
      throw isExpected(error) ? error : new ExpectedError('bad_file', `${path} cannot be read: ${messageOf(error)}`)
    })
    const name = await this.freeName(basename(path))
    await this.#writeNote(name, { path })
    return this.#describe(name, path, true, header, {})
  }

  /** The hash of a model, computed once. Throws the signal's reason when aborted. */
  async hashOf(name: string, signal: AbortSignal): Promise<string> {
    const model = await this.find(name)
    if (model.sha256 !== null) return model.sha256
    const { size, mtimeMs } = await stat(model.path)
    const sha256 = await hashFile(model.path, signal)
    await this.#writeNote(name, {
      ...(model.isInPlace && { path: model.path }),
      sha256,
      sizeBytes: size,
      modifiedMs: mtimeMs,
    })
    return sha256
  }

  /** Deletes a model from the folder, or only the note of a file outside the folder. Rejects with `cannot_write`. */
  async remove(name: string): Promise<void> {
    if (!NAME.test(name)) throw noSuchModel(name)
    try {
      await rm(this.#modelPath(name).path, { force: true })
      await rm(this.#notePath(name).path, { force: true })
    } catch (error) {
      throw writeError('Not removed', this.path, error)
    }
  }

  /** Adds a complete file in the folder, such as a download, as a model with a known hash. */
  async adopt(file: RootedPath, name: string, sha256: string): Promise<ModelFile> {
    const header = await readHeaderOf(() => openPlain(file, 'read'))
    await rename(file.path, this.#modelPath(name).path)
    const { size, mtimeMs } = await stat(this.#modelPath(name).path)
    await this.#writeNote(name, { sha256, sizeBytes: size, modifiedMs: mtimeMs })
    return this.#describe(name, this.#modelPath(name).path, false, header, {
      sha256,
      sizeBytes: size,
      modifiedMs: mtimeMs,
    })
  }

  /** A name for the file that is unique in the folder. */
  async freeName(fileName: string): Promise<string> {
    const stem = nameOfFile(fileName)
    const taken = new Set((await readdir(this.path).catch(() => [])).map((file) => file.toLowerCase()))
    const isTaken = (name: string) =>
      [MODEL_ENDING, NOTE_ENDING].some((ending) => taken.has(`${name}${ending}`.toLowerCase()))
    for (let n = 1; ; n++) {
      const name = n === 1 ? stem : `${stem}-${n}`
      if (!isTaken(name)) return name
    }
  }

  /** Creates the folder. Rejects with `cannot_write`. */
  async make(): Promise<void> {
    await makePlainFolder(pathIn(this.path)).catch((error: unknown) => {
      throw writeError('Not stored', this.path, error)
    })
  }

  placeOf(name: string, ending: string): RootedPath {
    return pathIn(this.path, `${name}${ending}`)
  }

  #modelPath = (name: string): RootedPath => this.placeOf(name, MODEL_ENDING)
  #notePath = (name: string): RootedPath => this.placeOf(name, NOTE_ENDING)

  async #load(name: string): Promise<ModelFile> {
    const found = await this.#readNote(name)
    const path = found.path ?? this.#modelPath(name).path
    const { size, mtimeMs } = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (found.path === undefined || error.code !== 'ENOENT') throw error
      throw new ExpectedError('bad_file', `Its file ${path} is gone. Remove the model, or move the file back.`)
    })
    const stamp = `${path} ${size} ${mtimeMs}`
    const known = this.#read.get(name)
    const header =
      known?.stamp === stamp
        ? known.header
        : readHeaderOf(() => (found.path === undefined ? openPlain(this.#modelPath(name), 'read') : openNamed(path)))
    this.#read.set(name, { stamp, header })
    const isSame = found.sizeBytes === size && found.modifiedMs === mtimeMs
    const current = { sizeBytes: size, ...(isSame && { sha256: found.sha256 }) }
    return this.#describe(name, path, found.path !== undefined, await header, current)
  }

  async #describe(
    name: string,
    path: string,
    isInPlace: boolean,
    header: ModelHeader,
    known: Note,
  ): Promise<ModelFile> {
    const sizeBytes = known.sizeBytes ?? (await stat(path)).size
    return { name, path, header, sizeBytes, sha256: known.sha256 ?? null, isInPlace }
  }

  async #readNote(name: string): Promise<Note> {
    const bytes = await readPlain(this.#notePath(name), MAX_NOTE_BYTES).catch(() => null)
    if (bytes === null) return {}
    try {
      return note.parse(parseJson(bytes.toString('utf8')))
    } catch {
      throw new ExpectedError('bad_file', `Its note ${this.#notePath(name).path} is damaged. Remove the model.`)
    }
  }

  async #writeNote(name: string, value: Note): Promise<void> {
    await this.make()
    await replacePlain(this.#notePath(name), `${JSON.stringify(value)}\n`).catch((error: unknown) => {
      throw writeError('Not stored', this.path, error)
    })
  }
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

const noSuchModel = (name: string) =>
  new ExpectedError('not_found', `There is no model "${name}" on this computer. "zorkgpt model list" lists the models.`)

/** The name of a model, from the name of its file. */
export const nameOfFile = (fileName: string): string =>
  basename(fileName)
    .replace(/\.gguf$/i, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 90) || 'model'

function stemOf(file: string, ending: string): string | null {
  const stem = file.endsWith(ending) ? file.slice(0, -ending.length) : ''
  return NAME.test(stem) ? stem : null
}

async function readHeaderOf(openFile: () => Promise<FileHandle>): Promise<ModelHeader> {
  const file = await openFile()
  try {
    const { size } = await file.stat()
    return await readModelHeader(async (length) => {
      const bytes = Buffer.alloc(length)
      const { bytesRead } = await file.read(bytes, 0, length, 0)
      return bytes.subarray(0, bytesRead)
    }, size)
  } finally {
    await file.close()
  }
}

/** SHA-256 of a file, as hexadecimal digits. Throws the signal's reason when aborted. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const file = await openNamed(path)
  const hash = createHash('sha256')
  for await (const chunk of file.createReadStream({ highWaterMark: 1 << 20, signal })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
