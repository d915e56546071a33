import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkFolder, foldersAbove, type RootedPath, PRIVATE_FOLDER } from './plain-file'

/**
 * Creates the folder and missing parents, accessible to their user only; existing folders stay as they are. Rejects
 * with the system's error. Node's `recursive` loops forever where a new folder never appears, as under /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  const fault = await makeOne(path)
  const above = dirname(path)
  if (fault === null) return
  if (fault.code !== 'ENOENT' || above === path) throw fault
  await makeFolder(above)
  // A folder that is missing although its parent exists will never appear.
  const lasting = await makeOne(path)
  if (lasting) throw lasting
}

/** Null if the folder exists now. */
async function makeOne(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path, PRIVATE_FOLDER)
    return null
  } catch (error) {
    return (await isFolder(path)) ? null : (error as NodeJS.ErrnoException)
  }
}

/** Like `makeFolder`, without links below the root. Rejects with `not_plain`, or with the system's error. */
export async function makePlainFolder(place: RootedPath): Promise<void> {
  await makeFolder(place.root)
  for (const folder of foldersAbove({ root: place.root, path: join(place.path, 'entry') })) {
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
