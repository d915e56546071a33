import { ExpectedError, isExpected } from '@shared/base/expected-error'

const FULL = () => 'the disk is full, so make room and try again'
const REFUSED = (path: string) => `you may not write ${path}, so make it writable and try again`
const REASONS: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: REFUSED,
  EPERM: REFUSED,
  EROFS: (path) => `the disk of ${path} is read-only`,
  EIO: (path) => `the disk of ${path} reports an error, so check it and try again`,
  ENOENT: (path) => `the folder of ${path} does not exist, so create it and try again`,
}

/** A `cannot_write` error with the reason and the fix. `outcome`: what failed, such as "Not saved". */
export function writeError(outcome: string, path: string, error: unknown) {
  if (isExpected(error, 'not_plain')) return new ExpectedError('cannot_write', `${outcome}: ${error.message}`)
  const { code, message } = error as NodeJS.ErrnoException
  const why = REASONS[code ?? '']?.(path) ?? `${path} cannot be written (${code ?? message})`
  return new ExpectedError('cannot_write', `${outcome}: ${why}.`)
}
