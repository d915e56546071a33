import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { ErrorCode, McpError as ProtocolError } from '@modelcontextprotocol/sdk/types.js'
import { type Clock, steadyClock } from './pausable-timer'

/** Nothing came of it in the time it had. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
  constructor(ms: number) {
    super(inTime(ms))
  }
}

const inTime = (ms: number): string => `no answer within ${ms / 1000} s`

/** Of a request that ends when its time is up, or when nobody wants the answer any more. */
export type BoundedRequest = RequestOptions & { readonly signal: AbortSignal }

/** The longest that a timer can be set to. */
const NEVER_MS = 2 ** 31 - 1

/**
 * Asks a server, with a deadline of our own: throws `TooLate` once that has passed, or the signal's reason. A server
 * may answer with the very error by which the SDK tells of its timeouts, so the SDK is given none.
 */
export async function within<Answer>(
  ms: number,
  signal: AbortSignal,
  ask: (request: BoundedRequest) => Promise<Answer>,
  clock: Clock = steadyClock,
): Promise<Answer> {
  const asked = new AbortController()
  // The SDK hands this one on as it is, so that whatever is asked inside has a sentence to tell.
  const stop = clock.start(ms, () => asked.abort(new ProtocolError(ErrorCode.RequestTimeout, inTime(ms))))
  const abort = () => asked.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    // A fresh signal for each call: the SDK never removes its listener. One of `AbortSignal.any` would be kept for as
    // long as it has that listener and `signal` lives, and with it the whole connection.
    return await ask({ timeout: NEVER_MS, signal: asked.signal })
  } catch (error) {
    signal.throwIfAborted()
    throw asked.signal.aborted ? new TooLate(ms) : error
  } finally {
    stop()
    signal.removeEventListener('abort', abort)
  }
}
