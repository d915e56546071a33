/** Why one attempt failed, from any error of the client library or the network. */
export interface Failure {
  /**
   * Short and stable, for the log: an HTTP status, `context_length` for a request that is too long, `timeout`,
   * `stalled`, `stream_cut`, `too_long`, `too_slow`, or the system's code such as `ECONNREFUSED`.
   */
  readonly code: string
  /** The endpoint's or system's own text, uncut: mask secrets before cutting it. */
  readonly detail: string
  /**
   * `retry`: it may succeed later. `unavailable`: it will not succeed soon. `refused`: this request will never succeed.
   */
  readonly verdict: 'retry' | 'unavailable' | 'refused'
  /** Delay requested by the endpoint, ms; null if none. */
  readonly retryAfterMs: number | null
}

/** Thrown by the client itself when a stream does not end as a reply must. */
export class StreamError extends Error {
  override readonly name = 'StreamError'
  readonly code: 'timeout' | 'stalled' | 'stream_cut' | 'bad_chunk' | 'too_long' | 'too_slow'
  constructor(code: StreamError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const TRANSIENT_STATUS = new Set([408, 409, 425, 429])

export function readFailure(error: unknown, nowMs: number): Failure {
  // A reply that needed all the time allowed would need it again.
  if (error instanceof StreamError)
    return {
      code: error.code,
      detail: error.message,
      verdict: error.code === 'too_slow' ? 'unavailable' : 'retry',
      retryAfterMs: null,
    }
  const status = statusOf(error)
  const detail = messageOf(error)
  if (status === null) return { code: systemCodeOf(error) ?? 'network', detail, verdict: 'retry', retryAfterMs: null }
  return {
    code: isTooLong(status, error, detail) ? 'context_length' : String(status),
    detail,
    verdict: verdictOf(status, error),
    retryAfterMs: retryAfterOf(error, nowMs),
  }
}

/** OpenAI's code, and the words of other providers. */
const isTooLong = (status: number, error: unknown, detail: string): boolean =>
  (status === 400 || status === 413) &&
  (property(error, 'code') === 'context_length_exceeded' ||
    /context (?:length|window|size)|(?:prompt|input|request) (?:is )?too long|too many (?:input )?tokens|maximum.{0,30}tokens/i.test(
      detail.slice(0, 2000),
    ))

function verdictOf(status: number, error: unknown): Failure['verdict'] {
  const outOfFunds = status === 402 || property(error, 'code') === 'insufficient_quota'
  if (outOfFunds) return 'unavailable'
  return TRANSIENT_STATUS.has(status) || status >= 500 ? 'retry' : 'refused'
}

/** The HTTP status, or the status that an error chunk in the middle of a stream carries as its code. */
function statusOf(error: unknown): number | null {
  for (const value of [
    property(error, 'status'),
    property(error, 'code'),
    property(property(error, 'error'), 'code'),
  ]) {
    if (typeof value === 'number' && value >= 400 && value < 600) return value
  }
  return null
}

function messageOf(error: unknown): string {
  const deepest = causes(error).at(-1)
  const message = property(property(error, 'error'), 'message') ?? property(deepest, 'message') ?? String(error)
  return typeof message === 'string' && message !== '' ? message : (systemCodeOf(error) ?? 'no reason given')
}

/** An endpoint may put text of any length into its code. */
const CODE = /^\w{1,60}$/

function systemCodeOf(error: unknown): string | null {
  const codes = causes(error).map((cause) => property(cause, 'code'))
  return codes.findLast((code): code is string => typeof code === 'string' && CODE.test(code)) ?? null
}

/** The error and its causes. A connection that fails on several addresses has its reasons in `errors`. */
function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (
    let cause = error;
    cause !== undefined && cause !== null && chain.length < 8;
    cause = property(cause, 'cause') ?? firstOf(property(cause, 'errors'))
  )
    chain.push(cause)
  return chain
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined)

/** `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3). */
function retryAfterOf(error: unknown, nowMs: number): number | null {
  const headers = property(error, 'headers')
  if (!(headers instanceof Headers)) return null
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (Number.isFinite(ms)) return Math.max(0, ms)
  const value = headers.get('retry-after')
  if (value === null) return null
  const seconds = Number(value)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - nowMs
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
