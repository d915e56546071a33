import { isExpected } from '@shared/base/expected-error'
import { sessionStrings } from '../strings'

/** Why input was not accepted, for a message beside the field. */
export const refusalOf = (error: unknown): string => failureOf(error) ?? sessionStrings.hostIsUnreachable

/** The error's message. Null for an abort, and for a lost connection, which has its own strip. */
export function failureOf(error: unknown, signal?: AbortSignal): string | null {
  if (signal?.aborted) return null
  if (isExpected(error, 'disconnected')) return null
  return error instanceof Error ? error.message : String(error)
}
