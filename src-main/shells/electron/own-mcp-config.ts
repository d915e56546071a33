import { constants, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** A packed app's own folder may not be writable, and an update replaces it: the config that people edit is a copy in their home folder. */
export function ownMcpConfig(appRoot: string, home: string): string {
  const own = join(home, 'mcp_config.json')
  mkdirSync(home, { recursive: true })
  try {
    copyFileSync(join(appRoot, 'mcp_config.json'), own, constants.COPYFILE_EXCL)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return own
}
