import { constants, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** A packed app's own folder may not be writable, and an update replaces it: a file that people edit is a copy in their home folder. */
export function ownCopy(appRoot: string, home: string, name: string): string {
  const own = join(home, name)
  mkdirSync(home, { recursive: true })
  try {
    copyFileSync(join(appRoot, name), own, constants.COPYFILE_EXCL)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return own
}
