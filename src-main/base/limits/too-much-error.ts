import { describeBytes } from '@shared/base/describe-bytes'
import { JsonBoundError } from '@shared/base/json/bound-json'

/** An untrusted source exceeded a limit. The message is a predicate, to follow the name of the source. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError'
}

export const tooLong = (bytes: number): TooMuchError =>
  new TooMuchError(`sent a message of more than ${describeBytes(bytes)}`)

/** Null for errors that are not about limits. */
export function asTooMuch(error: unknown): TooMuchError | null {
  if (error instanceof JsonBoundError) return new TooMuchError(`sent a message that was rejected: ${error.message}`)
  return error instanceof TooMuchError ? error : null
}
