import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { ErrorCode, McpError as ProtocolError } from '@modelcontextprotocol/sdk/types.js'
import { type Clock, steadyClock } from './held-clock'

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
  const deadline = new AbortController()
  // The SDK hands this one on as it is, so that whatever is asked inside has a sentence to tell.
  const stop = clock.start(ms, () => deadline.abort(new ProtocolError(ErrorCode.RequestTimeout, inTime(ms))))
  try {
    // A fresh signal for each call: the SDK never removes its listener.
    return await ask({ timeout: NEVER_MS, signal: AbortSignal.any([deadline.signal, signal]) })
  } catch (error) {
    signal.throwIfAborted()
    throw deadline.signal.aborted ? new TooLate(ms) : error
  } finally {
    stop()
  }
}
