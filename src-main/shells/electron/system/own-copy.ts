import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../../base/files/make-folder'
import { notWritten } from '../../../base/files/not-written'
import { openPlain, pathIn } from '../../../base/files/plain-file'

/**
 * A packed app's own folder may not be writable, and an update replaces it: a file that people edit is a copy in their
 * home folder. It may come to hold keys, and is theirs alone. Rejects with `cannot_write`.
 */
export async function ownCopy(appRoot: string, home: string, name: string): Promise<string> {
  const own = join(home, name)
  try {
    await makeFolder(home)
    const bytes = await readFile(join(appRoot, name))
    const file = await openPlain(pathIn(home, name), 'begin anew')
    try {
      await file.writeFile(bytes)
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritten('The settings have no place', own, error)
  }
  return own
}
