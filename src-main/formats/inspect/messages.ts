import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { type ChatMessage, type ToolCallRequest, type Usage, wholeText } from '@shared/episode/log/chat'
import type { Iteration } from '@shared/episode/state/episode'
import type { ContentPart, Message, ModelUsage, ToolCall } from './inspect-log'

export function inspectMessage(message: ChatMessage): Message {
  const { role, tool_calls: calls, tool_call_id: id } = message
  return {
    role,
    content: wholeText(message),
    ...(calls && role === 'assistant' && { tool_calls: calls.map(toolCall) }),
    ...(id !== undefined && role === 'tool' && { tool_call_id: id }),
  }
}

function toolCall({ id, function: { name, arguments: text } }: ToolCallRequest): ToolCall {
  const given = tryParseJson(text)
  return {
    id,
    function: name,
    arguments: isRecord(given) ? given : {},
    type: 'function',
    ...(!isRecord(given) && { parse_error: `The arguments are no JSON object: ${text}` }),
  }
}

type Response = NonNullable<Iteration['response']>

const STOP_REASONS = new Map([
  ['stop', 'stop'],
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'content_filter'],
])

export function modelOutput({ model, content, reasoning, tool_calls: calls, ...rest }: Response) {
  const text = content ?? ''
  const message: Message = {
    role: 'assistant',
    content: reasoning === null ? text : [thought(reasoning), { type: 'text', text }],
    ...(calls.length > 0 && { tool_calls: calls.map(toolCall) }),
    model,
    source: 'generate',
  }
  return {
    model,
    choices: [{ message, stop_reason: STOP_REASONS.get(rest.finish_reason ?? '') ?? 'unknown' }],
    completion: text,
    usage: modelUsage(rest.usage, rest.cost_usd),
    time: rest.duration_ms / 1000,
  }
}

export const thought = (reasoning: string): ContentPart => ({ type: 'reasoning', reasoning, redacted: false })

export const noOutput = (model: string) => ({ model, choices: [], completion: '' })

const modelUsage = ({ input, output, cached, reasoning }: Usage, costUsd: number | null): ModelUsage => ({
  input_tokens: input ?? 0,
  output_tokens: output ?? 0,
  total_tokens: (input ?? 0) + (output ?? 0),
  input_tokens_cache_read: cached,
  reasoning_tokens: reasoning,
  total_cost: costUsd,
})

export type Usages = Readonly<Record<string, ModelUsage>>

export const addUsage = (sums: Usages, name: string, usage: Usage, costUsd: number | null): Usages =>
  mergeUsage(sums, { [name]: modelUsage(usage, costUsd) })

export function mergeUsage(sums: Usages, more: Usages): Usages {
  // A Map, because an endpoint may name a model `constructor`.
  const merged = new Map(Object.entries(sums))
  for (const [name, usage] of Object.entries(more)) {
    const sum = merged.get(name)
    merged.set(name, sum === undefined ? usage : plus(sum, usage))
  }
  return Object.fromEntries(merged)
}

const plus = (one: ModelUsage, other: ModelUsage): ModelUsage => ({
  input_tokens: one.input_tokens + other.input_tokens,
  output_tokens: one.output_tokens + other.output_tokens,
  total_tokens: one.total_tokens + other.total_tokens,
  input_tokens_cache_read: sum(one.input_tokens_cache_read, other.input_tokens_cache_read),
  reasoning_tokens: sum(one.reasoning_tokens, other.reasoning_tokens),
  total_cost: sum(one.total_cost, other.total_cost),
})

const sum = (one: number | null, other: number | null): number | null =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0)
