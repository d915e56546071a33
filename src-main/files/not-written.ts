import { contractError } from '@shared/contract/rpc'

const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** For `path`, which the system did not write: what the system says names neither what came of it nor the way out. `outcome` does the first, as "Not saved". */
export function notWritten(outcome: string, path: string, error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException
  return contractError('cannot_write', `${outcome}: ${path} cannot be written (${code ?? message}). ${NO_ROOM.has(code) ? 'Make room on its disk' : 'Make it writable'}, and try again.`)
}
