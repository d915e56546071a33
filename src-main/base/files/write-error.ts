import { ExpectedError, isExpected } from '@shared/base/expected-error'

const NO_ROOM = 'Make room on its disk'
const FIXES: Readonly<Record<string, string>> = {
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
  EIO: 'Check its disk',
  ENOENT: 'Create its folder',
}

/** A `cannot_write` error that adds the fix. `outcome`: what failed, such as "Not saved". */
export function writeError(outcome: string, path: string, error: unknown) {
  if (isExpected(error, 'not_plain')) return new ExpectedError('cannot_write', `${outcome}: ${error.message}`)
  const { code, message } = error as NodeJS.ErrnoException
  return new ExpectedError(
    'cannot_write',
    `${outcome}: ${path} cannot be written (${code ?? message}). ${FIXES[code ?? ''] ?? 'Make it writable'}, and try again.`,
  )
}
