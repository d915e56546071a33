import { ExpectedError, isExpected } from '@shared/base/expected-error'

const NO_ROOM = 'Make room on its disk'
const WAYS_OUT: Readonly<Record<string, string>> = {
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
  EIO: 'Check its disk',
  ENOENT: 'Make its folder',
}

/**
 * For `path`, which the system did not write: what the system says names neither what came of it nor the way out.
 * `outcome` does the first, as "Not saved".
 */
export function notWritten(outcome: string, path: string, error: unknown) {
  if (isExpected(error, 'not_plain')) return new ExpectedError('cannot_write', `${outcome}: ${error.message}`)
  const { code, message } = error as NodeJS.ErrnoException
  return new ExpectedError(
    'cannot_write',
    `${outcome}: ${path} cannot be written (${code ?? message}). ${WAYS_OUT[code ?? ''] ?? 'Make it writable'}, and try again.`,
  )
}
