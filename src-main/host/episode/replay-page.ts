import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contractError } from '@shared/contract/rpc'

/**
 * The built page that shows one episode without a host: a single file, made by build/scripts/build.mjs from
 * src-renderer/replay.html.
 */
export function readReplayPage(appRoot: string): Promise<string> {
  return readFile(join(appRoot, 'out', 'replay', 'replay.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw contractError(
      'no_replay_page',
      `The page for HTML exports cannot be read (${error.code}). Build the app with: npm run build.`,
    )
  })
}
