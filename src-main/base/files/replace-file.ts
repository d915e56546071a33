import { randomBytes } from 'node:crypto'
import { type FileHandle, open, readdir, realpath, rename, rm, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { checkFoldersAbove, type RootedPath, PRIVATE_FILE } from './plain-file'

/**
 * Puts `text` in the place of a file of the reader's, or makes it in a folder that is there. A crash leaves the old
 * file or the new one, never half of one. It is written through a link, as people keep such files in a folder of their
 * own, and keeps the permissions of the old one. Rejects with the system's error.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const path = await realpath(file).catch(() => file)
  const mode = await stat(path).then(
    (entry) => entry.mode & 0o777,
    () => undefined,
  )
  await putInPlace(path, text, mode)
}

/** What streams is as long as it likes. */
type Content = string | Uint8Array | AsyncIterable<Uint8Array>

interface Kept {
  readonly mode?: number
  /** Can be made anew: nobody waits until the disk has it. */
  readonly isCache?: boolean
}

/**
 * The same for a file of ours, by default its user's alone. A link is replaced, and what it leads to left alone.
 * Rejects with `not_plain`, or with the system's error.
 */
export async function replacePlain(place: RootedPath, content: Content, kept: Kept = {}): Promise<void> {
  const { mode = PRIVATE_FILE, isCache = false } = kept
  await checkFoldersAbove(place)
  await putInPlace(place.path, content, mode, isCache)
}

/** A file that is put in the place of another once it is whole. */
interface Draft {
  readonly path: string
  readonly file: FileHandle
}

/** Made here and now beside `path`, under a name that nobody could have put there before: what is opened is no link. */
export async function openDraft(path: string, mode?: number): Promise<Draft> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  return { path: draft, file: await open(draft, 'wx', mode) }
}

/**
 * The same for who has the lock of a file that nobody writes without it: whatever draft lies beside it then was left by
 * a program that was killed, and is taken away.
 */
export async function replaceLocked(place: RootedPath, content: Content): Promise<void> {
  await clearDraftsOf(place)
  await replacePlain(place, content)
}

/** Never rejects. */
async function clearDraftsOf({ path }: RootedPath): Promise<void> {
  const ending = /^[0-9a-f]{12}\.tmp$/
  const folder = dirname(path)
  const beginning = `${basename(path)}.`
  const names = await readdir(folder).catch(() => [])
  for (const name of names)
    if (name.startsWith(beginning) && ending.test(name.slice(beginning.length)))
      await rm(join(folder, name), { force: true }).catch(() => {})
}

async function putInPlace(path: string, content: Content, mode?: number, isCache = false): Promise<void> {
  const draft = await openDraft(path, mode)
  try {
    try {
      await draft.file.writeFile(content)
      // A umask takes from the mode that a new file is asked to have.
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
