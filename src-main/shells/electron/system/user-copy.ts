import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, openPlain, pathIn } from '../../../base/files/plain-file'
import { writeError } from '../../../base/files/write-error'

/**
 * Creates a private copy of a file that users edit, because updates replace the app's file. Rejects with
 * `cannot_write`.
 */
export async function ensureUserCopy(appRoot: string, home: string, name: string): Promise<string> {
  const own = join(home, name)
  try {
    await makeFolder(home)
    const bytes = await readFile(join(appRoot, name))
    const file = await openPlain(pathIn(home, name), 'create')
    try {
      await file.writeFile(bytes)
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw writeError('The settings could not be created', own, error)
  }
  return own
}
