import { JsonBoundError } from '@shared/base/json/bound-json'

/** A guest sent more than anybody is to keep. The message goes on a sentence that begins with who it was. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError'
}

export const tooLong = (bytes: number): TooMuchError =>
  new TooMuchError(`sent a message of more than ${describeBytes(bytes)}`)

const describeBytes = (bytes: number): string =>
  bytes >= 2 ** 20 ? `${Math.round(bytes / 2 ** 20)} MiB` : `${bytes.toLocaleString('en')} bytes`

/** What went wrong with a message, for such a sentence; null if it is nothing of its size. */
export function asTooMuch(error: unknown): TooMuchError | null {
  if (error instanceof JsonBoundError) return new TooMuchError(`sent a message that cannot be taken: ${error.message}`)
  return error instanceof TooMuchError ? error : null
}
