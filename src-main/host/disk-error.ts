import { contractError } from '@shared/contract/rpc'

/** A disk that is full, or that takes nothing. */
const CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])

/** What the system says of a disk names neither the thing nor the way out. Any other error stays as it is. */
export function plainDiskError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !CODES.has(String(error.code))) return error
  return contractError('data_folder', `The data folder could not be written (${error.message}). Make room, or make it writable, and resume: an episode goes on from its last complete turn.`)
}
