import { AnswerError, StreamError } from './attempt-errors'
import { type ErrorBody, isPage, readErrorBody } from './error-body'
import { isTooLong } from './too-long'
import { waitHint } from './wait-hint'

/** Why one attempt failed, from any error of the client library or the network. */
export interface Failure {
  /**
   * Short and stable, for the log: `context_length` for a request that is too long, an HTTP status, the code of a
   * `StreamError`, `page` for a web page, the endpoint's code, or the system's code such as `ECONNREFUSED`.
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

const TRANSIENT_STATUS = new Set([408, 409, 425, 429])

/** An endpoint's answer that is not a reply. */
export interface Refusal extends ErrorBody {
  /** The status of HTTP, or of the body for an error with status 200; null if neither has one. */
  readonly status: number | null
  readonly headers: Headers | null
}

/** Null for an error that is not an endpoint's answer, such as a broken connection. */
export function readRefusal(error: unknown): Refusal | null {
  const answer = causes(error).find((cause) => cause instanceof AnswerError)
  if (!answer) return null
  const said = readErrorBody(answer.body)
  const status = answer.status === null || answer.status < 300 ? said.status : answer.status
  return { ...said, status, headers: answer.headers }
}

export function readFailure(error: unknown, nowMs: number): Failure {
  // A reply that took too long would take too long again.
  if (error instanceof StreamError)
    return {
      code: error.code,
      detail: error.message,
      verdict: error.code === 'too_slow' ? 'unavailable' : 'retry',
      retryAfterMs: null,
    }
  const refusal = readRefusal(error)
  if (refusal === null)
    return { code: systemCodeOf(error) ?? 'network', detail: messageOf(error), verdict: 'retry', retryAfterMs: null }
  const { status, headers, message } = refusal
  const isLong = isTooLong(status, refusal)
  return {
    code: isLong ? 'context_length' : codeOf(refusal),
    detail: message === '' ? 'no reason given' : message,
    verdict: isLong ? 'refused' : verdictOf(refusal),
    retryAfterMs: isLong ? null : waitHint(headers, refusal, nowMs),
  }
}

/** The HTTP status, `page` for a web page, else the endpoint's code. */
function codeOf({ status, codes, message }: Refusal): string {
  if (status === null && codes.length === 0 && isPage(message)) return 'page'
  return status === null ? (codes.find((code) => CODE.test(code)) ?? 'bad_answer') : String(status)
}

/** Codes of a rate limit or an outage, for errors inside a stream or with status 200. */
const TRANSIENT_CODE =
  /rate|limit|too_many|overload|unavailable|timeout|timed_out|deadline|internal|server_error|api_error|exhausted|capacity|busy|throttl|try_again|engine/
const NO_FUNDS =
  /insufficient_(?:quota|balance|funds|credits?)|billing|payment_required|credits?_exhausted|quota_exceeded/

function verdictOf({ status, codes, message }: Refusal): Failure['verdict'] {
  if (status === 402 || codes.some((code) => NO_FUNDS.test(code))) return 'unavailable'
  if (status !== null) return TRANSIENT_STATUS.has(status) || status >= 500 ? 'retry' : 'refused'
  if (codes.length === 0 && isPage(message)) return 'unavailable'
  return codes.some((code) =>
    /invalid|unsupported|not_found|unauthori|forbidden|permission|authentication/.test(code),
  ) && !codes.some((code) => TRANSIENT_CODE.test(code))
    ? 'refused'
    : 'retry'
}

function messageOf(error: unknown): string {
  const message = property(causes(error).at(-1), 'message') ?? String(error)
  return typeof message === 'string' && message !== '' ? message : (systemCodeOf(error) ?? 'no reason given')
}

/** Codes that are short enough for the log; some endpoints put long texts there. */
const CODE = /^\w{1,60}$/

function systemCodeOf(error: unknown): string | null {
  const codes = causes(error).map((cause) => property(cause, 'code'))
  return codes.findLast((code): code is string => typeof code === 'string' && CODE.test(code)) ?? null
}

/** The error and its causes. A connection that fails on several addresses has its reasons in `errors`. */
export function causes(error: unknown): readonly unknown[] {
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

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
