import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkFolder, foldersAbove, type RootedPath, PRIVATE_FOLDER } from './plain-file'

/**
 * Makes the folder, and those above it that are missing, for its user alone; one that is there is left as it is.
 * Rejects with the system's error. Not by Node's own `recursive`: where a new folder is said not to exist though the
 * one above it does, as under /proc, that tries again for ever.
 */
export async function makeFolder(path: string): Promise<void> {
  const fault = await makeOne(path)
  const above = dirname(path)
  if (fault === null) return
  if (fault.code !== 'ENOENT' || above === path) throw fault
  await makeFolder(above)
  // What still does not exist, though the folder above it does, never will.
  const lasting = await makeOne(path)
  if (lasting) throw lasting
}

/** Null if it is there now, whoever made it. */
async function makeOne(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path, PRIVATE_FOLDER)
    return null
  } catch (error) {
    return (await isFolder(path)) ? null : (error as NodeJS.ErrnoException)
  }
}

/** The same for a folder of ours: no name below the root is a link. Rejects with `not_plain` or the system's error. */
export async function makePlainFolder(place: RootedPath): Promise<void> {
  await makeFolder(place.root)
  for (const folder of foldersAbove({ root: place.root, path: join(place.path, 'what it is for') })) {
    await mkdir(folder, PRIVATE_FOLDER).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await checkFolder(folder)
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
