import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, readdir, realpath, rename, rm, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkFoldersAbove, PRIVATE_FILE, type RootedPath } from './plain-file'
import { writeError } from './write-error'

/** Replaces or creates a file of the user atomically, also through a link, and keeps its permissions. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const path = await realpath(file).catch(() => file)
  const mode = await stat(path).then(
    (entry) => entry.mode & 0o777,
    () => undefined,
  )
  await putInPlace(path, text, mode)
}

type Content = string | Uint8Array | AsyncIterable<Uint8Array>

interface ReplaceOptions {
  readonly mode?: number
  /** A cache can be rebuilt, so it is not synced to disk. */
  readonly isCache?: boolean
}

/** Like `replaceFile` for a file of the app, private by default; replaces a link itself. Rejects with `not_plain`. */
export async function replacePlain(place: RootedPath, content: Content, options: ReplaceOptions = {}): Promise<void> {
  const { mode = PRIVATE_FILE, isCache = false } = options
  await checkFoldersAbove(place)
  await putInPlace(place.path, content, mode, isCache)
}

/** A file that replaces another once it is complete. */
interface Draft {
  readonly path: string
  readonly file: FileHandle
}

/** Creates a file beside `path`. Its name is unpredictable, so that it cannot be a link placed there before. */
async function openDraft(path: string, mode?: number): Promise<Draft> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  return { path: draft, file: await open(draft, 'wx', mode) }
}

/** Like `replacePlain`, for the holder of the file's lock. Also removes drafts of killed programs. */
export async function replaceLocked(place: RootedPath, content: Content): Promise<void> {
  await clearDraftsOf(place)
  await replacePlain(place, content)
}

/** Never rejects. */
async function clearDraftsOf({ path }: RootedPath): Promise<void> {
  const draftEnding = /^[0-9a-f]{12}\.tmp$/
  const folder = dirname(path)
  const beginning = `${basename(path)}.`
  const names = await readdir(folder).catch(() => [])
  for (const name of names)
    if (name.startsWith(beginning) && draftEnding.test(name.slice(beginning.length)))
      await rm(join(folder, name), { force: true }).catch(() => {})
}

async function putInPlace(path: string, content: Content, mode?: number, isCache = false): Promise<void> {
  const draft = await openDraft(path, mode)
  try {
    try {
      await draft.file.writeFile(content)
      // The umask has restricted the mode of the new file.
      if (mode !== undefined) await draft.file.chmod(mode)
      if (!isCache) await draft.file.sync()
    } finally {
      await draft.file.close()
    }
    await rename(draft.path, path)
  } catch (error) {
    await unlink(draft.path).catch(() => {})
    throw error
  }
}

/** System calls that fail because of the file, and not because of the parts. */
const WRITE_CALLS = new Set<string | undefined>(['write', 'rename'])

/** Writes a file, and replaces it only when complete. Rejects with `cannot_write` or the error of `parts`. */
export async function writeWhole(file: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const path = await realpath(file).catch(() => file)
  const isReplaced = await stat(path).then(
    (stats) => stats.isFile(),
    () => true,
  )
  const errorOf = (error: unknown) =>
    WRITE_CALLS.has((error as NodeJS.ErrnoException).syscall) ? writeError('Not written', file, error) : error
  if (!isReplaced)
    return pipeline(parts, createWriteStream(path)).catch((error: unknown) => {
      throw errorOf(error)
    })
  const draft = await openDraft(path).catch((error: unknown) => {
    throw writeError('Not written', file, error)
  })
  try {
    await pipeline(parts, draft.file.createWriteStream())
    await rename(draft.path, path)
  } catch (error) {
    await rm(draft.path, { force: true })
    throw errorOf(error)
  }
}
