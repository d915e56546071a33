import { lstat, mkdir, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeFolder, PRIVATE_FOLDER } from '../base/files/plain-file'
import { writeError } from '../base/files/write-error'
import { isWrittenElsewhere } from './writer-lease'

interface EpisodeFolder {
  readonly id: string
  readonly folder: string
  /** Removes the folder of an episode that could not start. */
  close(): Promise<void>
}

/**
 * Creates the folder of a new episode. Its name is the id: valid on every platform and sorted by start time, such as
 * `2026-11-21T10-15-30-lamp-works`. A second episode in the same second gets a number. Creating the folder claims the
 * name, across processes too. Rejects with `cannot_write`.
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
    throw writeError('The episode cannot be played', dataFolder, error)
  }
}

/** Creates the folder of an episode with a given name, or uses an existing one. Rejects with `cannot_write`. */
export async function makeNamedFolder(dataFolder: string, id: string): Promise<EpisodeFolder> {
  const folder = join(dataFolder, id)
  try {
    await makeFolder(dataFolder)
    await isMade(folder)
    // Another process may have started the episode since then, so a folder with content is not removed.
    return { id, folder, close: () => rmdir(folder).catch(() => undefined) }
  } catch (error) {
    throw writeError('The episode cannot be played', folder, error)
  }
}

/** Matches the names that `makeEpisodeFolder` gives, so that no other folder is removed. */
const OURS = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-/
/** Minimum age of a folder to remove. An episode creates its log within milliseconds of its folder. */
const BEGINS_WITHIN_MS = 60_000

/** Removes the empty folder of an episode whose process was killed before its log began. Never rejects. */
export async function removeEmptyEpisodeFolder(folder: string): Promise<void> {
  try {
    const { mtimeMs } = await lstat(folder)
    if (!OURS.test(basename(folder)) || Date.now() - mtimeMs < BEGINS_WITHIN_MS) return
    // Fails for a folder with content.
    if (!(await isWrittenElsewhere(folder))) await rmdir(folder)
  } catch {
    // The folder has content, or is gone.
  }
}

/** Creates the folder; false if it already exists. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, PRIVATE_FOLDER)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
