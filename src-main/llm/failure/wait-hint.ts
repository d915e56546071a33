import type { ErrorBody } from './error-body'

/**
 * The delay that an endpoint asks for, in ms; null if it asks for none. Sources in order: `retry-after` headers, the
 * body, the reset times of used-up limits. `retry-after` in seconds or as a date: RFC 9110 section 10.2.3.
 * `retry-after-ms`: Azure OpenAI, OpenAI. `x-ratelimit-reset-*`: OpenAI and Groq ("7.66s", "2m59.56s"), OpenRouter (a
 * time in ms), GitHub (a time in s). `anthropic-ratelimit-*-reset`: an RFC 3339 time. Body: Google's
 * `RetryInfo.retryDelay`, and words.
 */
export function waitHint(
  headers: Headers | null,
  { message, delays }: Pick<ErrorBody, 'message' | 'delays'>,
  nowMs: number,
): number | null {
  const asked =
    msOf(headers?.get('retry-after-ms')) ??
    afterOf(headers?.get('retry-after'), nowMs) ??
    longest(delays.map(durationOf)) ??
    waitInWords(message, nowMs) ??
    resetOf(headers, nowMs)
  return asked === null || !Number.isFinite(asked) ? null : Math.max(0, asked)
}

const numberIn = (text: string | null | undefined): number | null =>
  text !== null && text !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : null

const msOf = numberIn

function afterOf(text: string | null | undefined, nowMs: number): number | null {
  if (text === null || text === undefined) return null
  const number = numberIn(text)
  if (number !== null) return number * 1000
  return durationOf(text) ?? timeOf(text, nowMs)
}

const longest = (delays: readonly (number | null)[]): number | null => {
  const known = delays.filter((delay) => delay !== null)
  return known.length === 0 ? null : Math.max(...known)
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
/** A number with its unit. A digit may follow the unit directly, as in "2m59.56s". */
const PART =
  /(\d+(?:\.\d+)?)\s*(?:(ms|msec|millis|milliseconds?)|(s|secs?|seconds?)|(m|mins?|minutes?)|(h|hrs?|hours?)|(d|days?))(?![a-z])/g

/** The duration at the beginning of a text, in ms: "7.66s", "2m59.56s", "1 minute and 30 seconds"; null without one. */
function durationAt(text: string): { readonly ms: number; readonly length: number } | null {
  let ms = 0
  let length = 0
  for (const part of text.matchAll(PART)) {
    if (!/^(?:\s*,?\s*(?:and\s+)?)$/.test(text.slice(length, part.index))) break
    const unit = (['ms', 's', 'm', 'h', 'd'] as const)[part.slice(2).findIndex((name) => name !== undefined)] ?? 's'
    ms += Number(part[1]) * UNITS[unit]
    length = part.index + part[0].length
  }
  return length === 0 ? null : { ms, length }
}

/** The duration in ms; null if the text is anything else. */
function durationOf(text: string): number | null {
  const whole = text.trim().toLowerCase()
  const duration = durationAt(whole)
  return duration?.length === whole.length ? duration.ms : null
}

/** "Please try again in 7.66s", "retry after 20 seconds", "wait 2 minutes", "resets at 2026-01-02T03:04:05Z". */
function waitInWords(message: string, nowMs: number): number | null {
  const text = message.slice(0, MAX_CHARACTERS).toLowerCase()
  for (const { index, 0: lead } of text.matchAll(LEADS)) {
    const rest = text.slice(index + lead.length)
    const duration = durationAt(rest)
    if (duration) return duration.ms
    const seconds = /^(\d+(?:\.\d+)?)(?:\s*\(?(?:in )?seconds?\)?|[\s.,;)]|$)/.exec(rest)?.[1]
    if (seconds !== undefined) return Number(seconds) * 1000
    const at = timeOf(/^\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:?\d\d)?/.exec(rest)?.[0], nowMs)
    if (at !== null) return at
  }
  return null
}

const MAX_CHARACTERS = 4000
const LEADS =
  /(?:try again|retry|retrying|wait(?:ing)?|available|resets?|back|retry[-_ ]?(?:after|delay)|cool ?down)(?:\s+(?:again|is|of|your request|the request))*\s*(?:in|after|at|for|until)?\s*(?:about|approximately|at least)?\s*[:=]?\s*"?/g

/**
 * Time in ms until all used-up limits are reset, or until any limit is reset if none is used up; null without limits.
 */
function resetOf(headers: Headers | null, nowMs: number): number | null {
  if (headers === null) return null
  const resets = [...headers].flatMap(([name, value]) => {
    const kind = /^(?:x-)?(?:anthropic-)?ratelimit-(?:reset(?:-(.+))?|(.+)-reset)$/.exec(name)
    if (!kind) return []
    const limit = kind[1] ?? kind[2] ?? ''
    const ms = resetTime(value, nowMs)
    const remaining = [...headers].find(
      ([other]) => /ratelimit-/.test(other) && other.includes('remaining') && other.includes(limit),
    )?.[1]
    return ms === null ? [] : [{ ms, isUsedUp: numberIn(remaining) === 0 }]
  })
  if (resets.length === 0) return null
  const usedUp = resets.filter(({ isUsedUp }) => isUsedUp)
  return usedUp.length > 0 ? Math.max(...usedUp.map(({ ms }) => ms)) : Math.min(...resets.map(({ ms }) => ms))
}

/**
 * Converts a duration, a number of seconds, a date, or a Unix time in s or ms to a delay in ms; null for other text.
 */
function resetTime(value: string, nowMs: number): number | null {
  const number = numberIn(value)
  if (number === null) return durationOf(value) ?? timeOf(value, nowMs)
  if (number > 1e11) return number - nowMs
  return number > 1e8 ? number * 1000 - nowMs : number * 1000
}

/** Time until a date, ms; 0 for a past date, null for other text. */
function timeOf(text: string | undefined, nowMs: number): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isFinite(time) ? Math.max(0, time - nowMs) : null
}
