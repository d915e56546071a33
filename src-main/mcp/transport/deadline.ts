import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { ErrorCode, McpError as ProtocolError } from '@modelcontextprotocol/sdk/types.js'
import { type Clock, steadyClock } from './pausable-timer'

/** Thrown if a request had no result within its time limit. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
  constructor(ms: number) {
    super(inTime(ms))
  }
}

const inTime = (ms: number): string => `no answer within ${ms / 1000} s`

/** Options of a request that ends at its deadline, or when the signal aborts. */
export type BoundedRequest = RequestOptions & { readonly signal: AbortSignal }

/** Maximum delay of a timer. */
const NEVER_MS = 2 ** 31 - 1

/**
 * Sends a request with a deadline. Throws `DeadlineError` at the deadline, or the signal's reason. The SDK gets no
 * timeout, because a server may answer with the error that the SDK uses for its timeouts.
 */
export async function withDeadline<Answer>(
  ms: number,
  signal: AbortSignal,
  ask: (request: BoundedRequest) => Promise<Answer>,
  clock: Clock = steadyClock,
): Promise<Answer> {
  const asked = new AbortController()
  // The SDK rejects with this error unchanged, so that a nested request fails with the same sentence.
  const stop = clock.start(ms, () => asked.abort(new ProtocolError(ErrorCode.RequestTimeout, inTime(ms))))
  const abort = () => asked.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    // Each call gets a new signal, because the SDK never removes its listener. A signal of `AbortSignal.any` would stay
    // in memory as long as `signal`, and with it the whole connection.
    return await ask({ timeout: NEVER_MS, signal: asked.signal })
  } catch (error) {
    signal.throwIfAborted()
    throw asked.signal.aborted ? new DeadlineError(ms) : error
  } finally {
    stop()
    signal.removeEventListener('abort', abort)
  }
}
