import { isExpected } from '@shared/base/expected-error'
import { sessionStrings } from '../strings'

/** Why something that the reader entered was not taken: said where it was entered, and what was entered stays there. */
export const refusalOf = (error: unknown): string => failureOf(error) ?? sessionStrings.hostIsUnreachable

/**
 * What went wrong, in the host's words. A lost connection is shown by the connection itself, an abort is nobody's
 * failure: both are null.
 */
export function failureOf(error: unknown, signal?: AbortSignal): string | null {
  if (signal?.aborted) return null
  if (isExpected(error, 'disconnected')) return null
  return error instanceof Error ? error.message : String(error)
}
