import { lstat, mkdir, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeFolder } from '../base/files/make-folder'
import { notWritten } from '../base/files/not-written'
import { PRIVATE_FOLDER } from '../base/files/plain-file'
import { isWrittenElsewhere } from './writer-mark'

export interface EpisodeFolder {
  readonly id: string
  readonly folder: string
  /** Takes the folder away again, with what is in it: of an episode that could not begin. */
  close(): Promise<void>
}

/**
 * Makes the folder of a new episode. Its name is the id: legal on every platform, sorted by its start, e.g.
 * `2026-11-21T10-15-30-lamp-works`. Two in one second get a number: whoever makes the folder has the name, also among
 * programs that begin at once. Rejects with `cannot_write`.
 */
export async function makeEpisodeFolder(dataFolder: string, now: Date, storyId: string): Promise<EpisodeFolder> {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const story =
    storyId
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40) || 'story'
  const base = `${stamp}-${story}`
  try {
    await makeFolder(dataFolder)
    for (let count = 1; ; count++) {
      const id = count === 1 ? base : `${base}-${count}`
      const folder = join(dataFolder, id)
      if (await isMade(folder)) return { id, folder, close: () => rm(folder, { recursive: true, force: true }) }
    }
  } catch (error) {
    throw notWritten('The episode cannot be played', dataFolder, error)
  }
}

/**
 * The folder of a new episode that has its name already. One that holds no log is taken as it is: whoever made it was
 * killed before the episode began. Rejects with `cannot_write`.
 */
export async function makeNamedFolder(dataFolder: string, id: string): Promise<EpisodeFolder> {
  const folder = join(dataFolder, id)
  try {
    await makeFolder(dataFolder)
    await isMade(folder)
    // Another program may have begun it meanwhile: what holds anything stays.
    return { id, folder, close: () => rmdir(folder).catch(() => undefined) }
  } catch (error) {
    throw notWritten('The episode cannot be played', folder, error)
  }
}

/** Names that are made above. Nobody else's folder is taken for one of them. */
const OURS = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-/
/** Between its folder and its log an episode has some milliseconds. */
const BEGINS_WITHIN_MS = 60_000

/**
 * Takes away the folder of an episode whose program was killed before its log began: it is empty, and nobody has it.
 * Never rejects.
 */
export async function clearUnbegun(folder: string): Promise<void> {
  try {
    const { mtimeMs } = await lstat(folder)
    if (!OURS.test(basename(folder)) || Date.now() - mtimeMs < BEGINS_WITHIN_MS) return
    // This fails for a folder that holds anything.
    if (!(await isWrittenElsewhere(folder))) await rmdir(folder)
  } catch {
    // It holds something, or is gone.
  }
}

/** False if it is there already. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, PRIVATE_FOLDER)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
