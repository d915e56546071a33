import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { contractError } from '@shared/contract/rpc'

/** The log that build/scripts/record-demo.mjs recorded: the explorer on the bundled story. */
export async function readDemo(appRoot: string): Promise<string> {
  const file = join(appRoot, 'build', 'story', 'demo.jsonl.gz')
  try {
    return (await promisify(gunzip)(await readFile(file))).toString('utf8')
  } catch (error) {
    throw contractError('no_demo', `The recorded episode cannot be read from ${file}: ${(error as Error).message}.`)
  }
}
