import { isAbsolute } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { openFolderStore } from './folder-store'
import type { ObjectStore } from './object-store'

/**
 * `address`: `s3://BUCKET/PREFIX`, or the absolute path of a folder. Throws `bad_input` for anything else. The S3
 * client is loaded on demand.
 */
export async function openStore(address: string, env: NodeJS.ProcessEnv): Promise<ObjectStore> {
  const s3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(address)
  if (s3 !== null) {
    const { openS3Store } = await import('./s3-store')
    return openS3Store(s3[1] ?? '', (s3[2] ?? '').replaceAll(/^\/+|\/+$/g, ''), env)
  }
  if (isAbsolute(address)) return openFolderStore(address)
  throw new ExpectedError(
    'bad_input',
    `The store "${address}" is not valid. Give the absolute path of a folder that all machines share, or s3://BUCKET/PREFIX.`,
  )
}
