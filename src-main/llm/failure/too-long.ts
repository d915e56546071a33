import type { ErrorBody } from './error-body'

/** Codes and types of a request that is too long. */
const CODES = new Set([
  'context_length_exceeded', // OpenAI, Azure, Groq, xAI, OpenRouter
  'exceed_context_size_error', // llama.cpp
  'model_max_prompt_tokens_exceeded', // GitHub Copilot
  'request_too_large', // Anthropic, 413
  'tokens_limit_reached', // GitHub Models, 413
  'string_above_max_length', // OpenAI
  'context_window_exceeded',
  'contextwindowexceedederror', // LiteLLM
  'prompt_too_long',
  'input_too_long',
  'max_prompt_tokens_exceeded',
])

/** Words of a rate limit or a quota: the same request is accepted later. */
const LATER =
  /rate.?limit|per (?:minute|day|hour|second)|\b(?:tpm|tpd|rpm|rpd|itpm)\b|quota|throttl|please wait|try again (?:in|later)|slow down|concurren/i

const THING = '(?:prompt|input|request|messages?|conversation|context|query|text|payload|body|sequence|tokens?|content)'
const WORDS: readonly RegExp[] = [
  // "maximum context length is 8192 tokens", "exceeds the context window", "available context size", "n_ctx"
  /context.{0,3}(?:length|window|size|limit)|max(?:imum)? (?:prompt|input) (?:length|size)|context_?(?:overflow|exceeded)|\bn_ctx\b|larger than the (?:maximum )?context/i,
  /exceed(?:s|ed|ing)?\b.{0,60}\b(?:context|token(?:s| limit| count)|max(?:imum)?.{0,30}(?:length|tokens|size)|length limit|character limit)/i,
  /(?:context|token(?:s| limit| count)|(?:prompt|input|sequence) length|max(?:imum)?.{0,30}(?:length|tokens|prompt)).{0,60}\b(?:exceed|overflow|is too (?:long|large|big)|is longer|reached|over the limit)/i,
  new RegExp(String.raw`${THING}.{0,40}\b(?:is|are|was|were|be|becomes)?\s*too (?:long|large|big|many)\b`, 'i'),
  new RegExp(String.raw`\btoo (?:many|long|large)\b.{0,20}${THING}`, 'i'),
  /\b(?:maximum|max|most|limit).{0,30}\b(?:input|prompt|context)?.{0,10}tokens\b/i,
  // TGI: "`inputs` tokens + `max_new_tokens` must be <= 4096", "`inputs` must have less than 4095 tokens"
  /inputs?`? (?:tokens|must have less than)|must have (?:less|fewer) than \d+ tokens/i,
  /(?:prompt|input|request).{0,30}(?:has|contains|have|with) [\d,]+ tokens.{0,60}(?:but|only|limit|exceed|maximum)/i,
  /reduce (?:the |your )?(?:length|size|number|prompt|input|message)|shorten (?:the|your) (?:prompt|input|messages?)|too much (?:text|context)/i,
  /(?:entity|payload|body) too large|truncat(?:e|ing) (?:the |your )?(?:prompt|input)/i,
  // Zhipu GLM and others in Chinese: "too long", "exceeds the limit/length"
  /(?:超长|过长|超出|超过).{0,20}(?:长度|限制|上限|tokens?|上下文)|(?:输入|上下文|长度|prompt).{0,20}(?:超长|过长|超出|超过)/i,
]

/** Numeric codes: Zhipu's 1261 means that the prompt is too long. */
const NUMBERS = new Set(['1261'])

const STATUSES = new Set([400, 413, 422, 500])
/** Longest part of a message that is read, in characters. */
const MAX_CHARACTERS = 4000

/**
 * Whether an endpoint refused a request for its length, by status, code and words; a rate limit in tokens is a
 * different failure. `status` is null for an error inside a stream.
 */
export function isTooLong(status: number | null, { codes, message }: Pick<ErrorBody, 'codes' | 'message'>): boolean {
  if (codes.some((code) => CODES.has(code) || NUMBERS.has(code))) return true
  if (status !== null && !STATUSES.has(status)) return false
  const words = message.slice(0, MAX_CHARACTERS)
  if (status === 413) return !LATER.test(words) || /too large|reduce/i.test(words)
  return !LATER.test(words) && !ANSWER_ONLY.test(words) && WORDS.some((form) => form.test(words))
}

/** Words about the limit of the answer: `max_tokens` is too large, not the prompt. */
const ANSWER_ONLY =
  /max_(?:completion_|output_)?tokens.{0,40}(?:is too large|must be|should be|less than or equal|supports? at most|cannot exceed|exceeds the (?:max|limit))(?!.*(?:context|prompt|input))/i

const NUMBER = String.raw`\D{0,40}?(\d{1,3}(?:,\d{3})+|\d{4,8})`
/** Words for a limit beside its number; the first form that matches decides. */
const LIMITS = [
  `(?:maximum|max|limit|at most|only|less than|<=|n_ctx|configured context size|available context size|allowed|cannot exceed)`,
  `(?:window|context length|context size)`,
]
  .map((words) => new RegExp(`${words}${NUMBER}`, 'gi'))
  .concat(/(\d{4,8}) (?:tokens )?(?:maximum|context)/gi)

/** The context length in tokens that a refusal names, such as "maximum context length is 8192 tokens"; null if none. */
export function windowIn(message: string): number | null {
  for (const form of LIMITS) {
    const said = [...message.matchAll(form)].map(([, number]) => Number(number?.replaceAll(',', '')))
    if (said.length > 0) return Math.min(...said)
  }
  return null
}
