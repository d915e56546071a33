import { isRecord } from '@shared/base/json/is-record'
import type { LeftOut } from '@shared/contract/models'
import type { ErrorBody } from '../failure/error-body'
import type { WireBody } from './wire-request'

/** Keys that a request leaves out because the model refused them, each with its replacement or null. */
export type LeftOutKeys = ReadonlyMap<string, LeftOut['instead']>

export const NOTHING_LEFT_OUT: LeftOutKeys = new Map()

/** Keys of the body that no request can do without. */
const NEEDED = new Set(['model', 'messages', 'stream', 'tools'])

/** Keys of messages that only some endpoints accept. */
const MESSAGE_KEYS = [
  'cache_control',
  'reasoning_content',
  'reasoning_details',
  'thinking_blocks',
  'extra_content',
  'provider_specific_fields',
] as const

/** Other words for a key in errors. The key itself matches in any spelling. */
const OTHER_WORDS: Readonly<Record<string, RegExp>> = {
  response_format:
    /json[\s_-]*(?:schema|mode|object)|structured[\s_-]*outputs?|response[\s_-]*(?:mime|schema)|guided[\s_-]*(?:json|decoding)|\bgrammar\b/i,
  stream_options: /include[\s_-]*usage/i,
  parallel_tool_calls: /parallel[\s_-]*(?:tool|function)[\s_-]*(?:use|call)/i,
  reasoning_effort: /\breasoning[\s_.-]*effort|\bthinking[\s_.-]*(?:level|budget|mode)?\b|\beffort\b/i,
  max_tokens: /\bmax[\s_-]*(?:new|output)[\s_-]*tokens\b/i,
  max_completion_tokens: /\bmax[\s_-]*(?:new|output)[\s_-]*tokens\b/i,
  seed: /\brandom[\s_-]*seed\b/i,
  cache_control: /prompt[\s_-]*caching/i,
}

/** A common word: it means the key only in quotes. */
const COMMON = 'usage'

/** Words of a refusal. A server's error without them may name a parameter by chance. */
const REFUSES =
  /invalid|unsupported|not? (?:be )?(?:support|permit|allow|accept|recogni|valid|implement|available|enabled|compatible)|(?:isn't|doesn't|don't|does not|cannot|can't|must|should|may) |unknown|unexpected|unrecogni[sz]ed|validation|extra|forbidden|literal|incompatible|deprecated|only|expected|required|not found|no (?:such|endpoints?|providers?)|bad|illegal|error/i

/** Statuses of a refused parameter. 404: OpenRouter finds no provider that supports it. */
const STATUSES = new Set([400, 404, 415, 422, 500, 501])

/**
 * The part of a request that an endpoint refused, found in the words of its error: the field that the error points to,
 * else the parameter that it names first. Null if it names nothing that was sent and can be left out.
 */
export function refusedPart(
  { status, message, fields }: Pick<ErrorBody, 'message' | 'fields'> & { readonly status: number | null },
  body: WireBody,
): Pick<LeftOut, 'name' | 'instead'> | null {
  if (status !== null && !STATUSES.has(status)) return null
  if ((status === null || status >= 500 || status === 404) && !REFUSES.test(message)) return null
  const wanted = wantedField(message)
  if (wanted !== null) return wanted
  const sent = sentKeys(body)
  const pointed = fields.flatMap((field) => sent.find((key) => isIn(field, key)) ?? [])
  const named = sent
    .map((key) => ({ key, at: placeOf(key, message, body.model) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
    .map(({ key }) => key)
  const candidates = [...pointed, ...named]
  // An endpoint that refuses both together accepts either: temperature is the more useful one.
  const [name = null] = candidates.includes('top_p') && candidates.includes('temperature') ? ['top_p'] : candidates
  return name === null ? null : { name, instead: insteadOf(name, message, body) }
}

/**
 * A field of the history that was missing and is required: DeepSeek's thoughts, Gemini's signatures. Messages of
 * another model or of an old log get a placeholder.
 */
function wantedField(message: string): Pick<LeftOut, 'name' | 'instead'> | null {
  if (!/missing|must be (?:passed|sent|provided|included)|is required|passed back/i.test(message)) return null
  if (/reasoning_content/.test(message)) return { name: 'reasoning_content', instead: PLACEHOLDER }
  if (/thought[_ ]?signature/i.test(message)) return { name: 'thought_signature', instead: PLACEHOLDER }
  return null
}

export const PLACEHOLDER = 'a placeholder'

function sentKeys(body: WireBody): readonly string[] {
  const inMessages = JSON.stringify(body.messages)
  return [
    ...Object.keys(body).filter((key) => !NEEDED.has(key)),
    ...MESSAGE_KEYS.filter((key) => inMessages.includes(`"${key}":`)),
  ]
}

/** Whether a path such as `response_format.type` or `messages[0].cache_control` contains a key. */
const isIn = (field: string, key: string): boolean => field.split(/[.[\]"'\s]+/).includes(key)

/** The place of a key in the message, in any spelling (`maxTokens`, `max tokens`); -1 if it is not there. */
function placeOf(key: string, message: string, model: string): number {
  const start = message.slice(0, MAX_CHARACTERS)
  // The name of a model may contain the name of a key.
  const text = model.length < SHORTEST_NAME ? start : start.replaceAll(model, ' '.repeat(model.length))
  const spelling = key.split('_').join(String.raw`[\s_.-]*`)
  const exact =
    key === COMMON
      ? new RegExp(String.raw`["'\x60]${spelling}["'\x60.]`, 'i')
      : new RegExp(String.raw`(?<![\w-])${spelling}(?![\w-])`, 'i')
  const places = [text.search(exact), text.search(OTHER_WORDS[key] ?? NEVER)].filter((at) => at >= 0)
  return places.length === 0 ? -1 : Math.min(...places)
}

const NEVER = /(?!)/
const SHORTEST_NAME = 4
const MAX_CHARACTERS = 4000

/**
 * A replacement for the refused parameter: the other name of the token limit, or a less strict format; null if none.
 */
function insteadOf(name: string, message: string, body: WireBody): LeftOut['instead'] {
  if (name === 'max_tokens' && /max_completion_tokens/.test(message)) return 'max_completion_tokens'
  if (name === 'max_completion_tokens') return 'max_tokens'
  if (name === 'response_format')
    return isRecord(body[name]) && body[name].type === 'json_schema' ? 'json_object' : null
  return null
}

/** Whether the next body would differ: a key is replaced at most once, and then left out. */
export const isNew = (leftOut: LeftOutKeys, { name, instead }: Pick<LeftOut, 'name' | 'instead'>): boolean =>
  !leftOut.has(name) || (instead === null && leftOut.get(name) !== null)

/** The body without the keys that the model refused, or with their replacements. */
export function withoutLeftOut(body: WireBody, leftOut: LeftOutKeys): WireBody {
  if (leftOut.size === 0) return body
  const kept: Record<string, unknown> = { ...body }
  for (const [name, instead] of leftOut) {
    if (kept[name] === undefined) continue
    const value = kept[name]
    delete kept[name]
    if (instead === 'json_object') kept[name] = { type: 'json_object' }
    else if (instead !== null && !leftOut.has(instead)) kept[instead] = value
  }
  return kept as WireBody
}
