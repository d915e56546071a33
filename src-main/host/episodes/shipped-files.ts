import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ExpectedError } from '@shared/base/expected-error'

/** The page of one episode, which build/scripts/build.mjs builds from src-renderer/replay/replay.html. */
export function readReplayPage(appRoot: string): Promise<string> {
  return readFile(join(appRoot, 'out', 'replay', 'replay.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ExpectedError(
      'not_possible',
      `The page for HTML exports cannot be read (${error.code}). Build the app with: npm run build.`,
    )
  })
}

/** The log of the explorer in the bundled story, recorded by build/scripts/record-demo.mjs. */
export async function readDemo(appRoot: string): Promise<string> {
  const file = join(appRoot, 'build', 'story', 'demo.jsonl.gz')
  try {
    return (await promisify(gunzip)(await readFile(file))).toString('utf8')
  } catch (error) {
    throw new ExpectedError(
      'not_possible',
      `The recorded episode cannot be read from ${file}: ${(error as Error).message}.`,
    )
  }
}
