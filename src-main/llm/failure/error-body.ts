import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { visibleLine } from '@shared/base/visible-text'

/** The contents of an error body in any form: JSON of any provider, a list, a page, or plain text. */
export interface ErrorBody {
  /** One line; empty if the body has no words. */
  readonly message: string
  /** Codes, types and status words, in lower case, outermost first. */
  readonly codes: readonly string[]
  /** An HTTP status in the body; null if it has none. */
  readonly status: number | null
  /** Fields of the request that it names, such as `temperature` or `response_format.type`. */
  readonly fields: readonly string[]
  /** Delays that it asks for, as written: `7.5s`, `2 seconds`. */
  readonly delays: readonly string[]
}

/** Maximum depth of a body that is read. Providers wrap another provider's body at most twice. */
const MAX_LEVELS = 8
/** Maximum number of errors that are read from a list. */
const MAX_ENTRIES = 4

/** `body` is a parsed JSON value or a text. */
export function readErrorBody(body: unknown): ErrorBody {
  const found = {
    codes: new Set<string>(),
    statuses: new Set<number>(),
    fields: new Set<string>(),
    delays: new Set<string>(),
  }
  collect(body, found, 0)
  const [status = null] = found.statuses
  return {
    message: visibleLine(messageIn(body, 0)).trim(),
    codes: [...found.codes],
    status,
    fields: [...found.fields],
    delays: [...found.delays],
  }
}

/** Keys that hold the words of an error, in the order of preference. */
const WORDS = [
  'error',
  'message',
  'error_message',
  'error_description',
  'errorMessage',
  'detail',
  'details',
  'msg',
  'errors',
  'status_msg',
  'base_resp',
  'title',
  'reason',
  'description',
  'faultstring',
  'fault',
  'statusText',
]

function messageIn(value: unknown, level: number): string {
  if (level > MAX_LEVELS) return ''
  if (typeof value === 'string') return textOf(value, level)
  if (Array.isArray(value)) {
    const texts = value.slice(0, MAX_ENTRIES).map((entry) => messageIn(entry, level + 1))
    return [...new Set(texts.filter((text) => text !== ''))].join('; ')
  }
  if (!isRecord(value)) return ''
  const words = WORDS.map((key) => messageIn(value[key], level + 1)).find((text) => text !== '') ?? ''
  // Validation errors of FastAPI, Pydantic and Mistral name the field in `loc`.
  const at = fieldOf(value.loc)
  const named = at === null || words.includes(at) ? words : `${at}: ${words}`
  const raw = isRecord(value.metadata) ? messageIn(value.metadata.raw, level + 1) : ''
  return raw === '' || named.includes(raw) ? named : [named, raw].filter((text) => text !== '').join(': ')
}

/** The message of JSON in a string, the title of a web page, or the text itself. */
function textOf(text: string, level: number): string {
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed)) {
    const inner = messageIn(tryParseJson(trimmed), level + 1)
    if (inner !== '') return inner
  }
  return /^<[!?a-z]/i.test(trimmed) ? pageTitle(trimmed) : trimmed
}

/** Whether the message describes a web page. */
export const isPage = (message: string): boolean => /^(?:the page "|a web page)/.test(message)

/** The title of a page, else its first heading or paragraph; the message of an XML error. */
function pageTitle(page: string): string {
  const inner = (tag: string) =>
    new RegExp(`<${tag}\\b[^>]*>\\s*([^<\\s][^<]{0,300})`, 'i').exec(page.slice(0, 50_000))?.[1]?.trim()
  const text = ['title', 'h1', 'h2', 'message', 'p'].map(inner).find((words) => words !== undefined)
  return text ? `the page "${decodeEntities(text)}"` : 'a web page without a title'
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
}
const decodeEntities = (text: string): string =>
  text.replaceAll(/&(#?\w{1,8});/g, (all, name: string) => ENTITIES[name] ?? all).replaceAll(/\s+/g, ' ')

interface Found {
  readonly codes: Set<string>
  readonly statuses: Set<number>
  readonly fields: Set<string>
  readonly delays: Set<string>
}

const CODES = new Set(['code', 'type', 'status', 'error_code', 'status_code', 'statusCode', 'http_status', 'reason'])
const FIELDS = new Set(['param', 'loc', 'field', 'parameter', 'path'])
const DELAYS = new Set([
  'retryDelay',
  'retry_delay',
  'retry_after',
  'retryAfter',
  'retry_after_seconds',
  'retry_after_ms',
])

/** Collects codes, fields and delays of the whole value, outer objects first. */
function collect(value: unknown, found: Found, level: number): void {
  if (level > MAX_LEVELS) return
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).forEach((entry) => collect(entry, found, level + 1))
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) return collect(tryParseJson(value), found, level + 1)
  if (!isRecord(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (CODES.has(key)) addCode(inner, found)
    if (FIELDS.has(key)) {
      const field = fieldOf(inner)
      if (field !== null) found.fields.add(field)
    }
    if (DELAYS.has(key)) addDelay(key, inner, found)
  }
  for (const inner of Object.values(value))
    if (typeof inner === 'object' || (typeof inner === 'string' && inner.length < 100_000))
      collect(inner, found, level + 1)
}

/** A code may be a word, or an HTTP status as a number or in digits. */
function addCode(value: unknown, { codes, statuses }: Found): void {
  const number = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  if (typeof number === 'number') {
    if (number >= 400 && number < 600) statuses.add(number)
    else codes.add(String(number))
  } else if (typeof value === 'string' && value.length <= 100) codes.add(value.toLowerCase())
}

/** A number is in seconds, or in ms if its key ends with `ms`; an object is Google's `Duration`. */
function addDelay(key: string, value: unknown, { delays }: Found): void {
  if (typeof value === 'number') delays.add(key.endsWith('ms') ? `${value}ms` : `${value}s`)
  else if (typeof value === 'string') delays.add(/^[\d.]+$/.test(value) ? `${value}s` : value)
  else if (isRecord(value)) delays.add(`${Number(value.seconds ?? 0) + Number(value.nanos ?? 0) / 1e9}s`)
}

/**
 * The path as text, `response_format.type` for `["body", "response_format", "type"]`; null if it is empty or too long.
 */
function fieldOf(value: unknown): string | null {
  const steps = Array.isArray(value) ? value.filter((step) => typeof step === 'string' || typeof step === 'number') : []
  const field = typeof value === 'string' ? value : steps.filter((step, at) => at > 0 || step !== 'body').join('.')
  return field === '' || field.length > 200 ? null : field
}
