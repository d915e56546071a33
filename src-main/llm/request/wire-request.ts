import { createHash } from 'node:crypto'
import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { wellFormed } from '@shared/base/whole-characters'
import { type ChatMessage, type Sampling, wholeText } from '@shared/episode/log/chat'
import type { ChatRequest } from '../chat-client'
import { type Profile, samplingKeysOf } from '../profiles'
import { type LeftOutKeys, NOTHING_LEFT_OUT, PLACEHOLDER, withoutLeftOut } from './left-out'
import { offerTools, type RefusedTools } from './offered-tools'
import type { ToolNames } from './tool-names'

/** Body of a Chat Completions request, always streaming. */
export type WireBody = Readonly<Record<string, unknown>> & { readonly model: string; readonly stream: true }

/** Every tool name that a request mentions, offered tools first. */
export function* namesIn({
  tools,
  withheld = [],
  messages,
}: Pick<ChatRequest, 'tools' | 'withheld' | 'messages'>): Generator<string> {
  for (const tool of [...(tools ?? []), ...withheld]) yield tool.function.name
  for (const message of messages) for (const call of message.tool_calls ?? []) yield call.function.name
}

/** Parts and tools that the model refused. */
export interface KnownRefusals {
  readonly leftOut?: LeftOutKeys
  readonly tools?: RefusedTools
}

export function toWireBody(
  request: Omit<ChatRequest, 'signal' | 'onDelta' | 'onAttemptFailed' | 'onAdapted' | 'onSent'>,
  profile: Profile,
  names: ToolNames,
  { leftOut = NOTHING_LEFT_OUT, tools: refusedTools }: KnownRefusals = {},
): WireBody {
  const { model, messages, sampling } = request
  const samplingIsFixed = profile.fixedSamplingModels?.test(model) ?? false
  const body: WireBody = {
    model,
    messages: toWireMessages(messages, TAKES_NO_SYSTEM.test(model), profile, model, names, leftOut),
    stream: true,
    ...(profile.asksForUsage && { stream_options: { include_usage: true } }),
    ...toWireTools(request, profile, names, refusedTools),
    ...(request.tools &&
      request.tools.length > 0 &&
      profile.canForbidParallelCalls &&
      !samplingIsFixed && { parallel_tool_calls: false }),
    ...(request.responseFormat &&
      profile.responseFormat !== null && {
        response_format:
          profile.responseFormat === 'json_object'
            ? { type: 'json_object' }
            : { type: 'json_schema', json_schema: { ...request.responseFormat, strict: true } },
      }),
    ...toWireSampling(sampling, samplingKeysOf(profile, model)),
    ...profile.extraBody,
  }
  return wellFormed(withoutLeftOut(body, leftOut))
}

const toWireSampling = (sampling: Sampling, keys: ReturnType<typeof samplingKeysOf>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([setting, key]) => {
      const value = sampling[setting as keyof Sampling] ?? null
      return value === null || key === undefined ? [] : [[key, value]]
    }),
  )

function toWireTools(
  { tools, toolChoice, withheld = [], messages }: Pick<ChatRequest, 'tools' | 'toolChoice' | 'withheld' | 'messages'>,
  profile: Profile,
  names: ToolNames,
  refused: RefusedTools | undefined,
): Record<string, unknown> {
  const isAll = tools === null && profile.forcedCallTools === 'all'
  const offered = offerTools(tools ?? (isAll ? withheld : []), profile, refused).tools
  const choice = isAll ? 'none' : toolChoice
  if (offered.length > 0)
    return {
      tools: offered.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name: names.encode(name), description, ...(parameters && { parameters }) },
      })),
      ...(choice && { tool_choice: choice }),
    }
  const called = new Set(messages.flatMap((message) => message.tool_calls ?? []).map((call) => call.function.name))
  if (profile.forcedCallTools !== 'called' || called.size === 0) return {}
  const nameOnly = (name: string) => ({
    type: 'function',
    function: { name: names.encode(name), description: '', parameters: { type: 'object', properties: {} } },
  })
  return { tools: [...called].map(nameOnly), tool_choice: 'none' }
}

/** o1 accepts no system messages: they are sent as user messages (requirement 1). */
const TAKES_NO_SYSTEM = /(?:^|\/)o1(?:$|[-:])/

function toWireMessages(
  messages: readonly ChatMessage[],
  takesNoSystem: boolean,
  profile: Profile,
  model: string,
  names: ToolNames,
  leftOut: LeftOutKeys,
): readonly unknown[] {
  const { cacheControl, sentBack } = profile
  const kept = (keys: readonly string[], fields: unknown) =>
    isRecord(fields)
      ? Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key) && leftOut.get(key) !== null))
      : {}
  const isSigned = profile.signsCalls?.test(model) === true || leftOut.get('thought_signature') === PLACEHOLDER
  const unsigned = isSigned && leftOut.get('extra_content') !== null ? UNSIGNED_CALL : null
  const unthought = leftOut.get('reasoning_content') === PLACEHOLDER ? { reasoning_content: '' } : null
  const marks = cacheControl === 'parts' && !leftOut.has('cache_control')
  const breakpoints = marks ? cacheBreakpoints(messages) : new Set<ChatMessage>()
  return messages.map((message) => {
    const { role, content, tail, tool_calls, tool_call_id, reasoning } = message
    if (role === 'tool') return { role, tool_call_id: callId(tool_call_id ?? '', profile), content: content ?? '' }
    if (role === 'assistant')
      return {
        role,
        content,
        ...unthought,
        ...(tool_calls && {
          tool_calls: tool_calls.map((call, at) => ({
            ...toWireCall(call, names, profile),
            ...kept(sentBack.call, call.extra),
            // Only the first call of an answer is signed.
            ...(at === 0 && call.extra === undefined && unsigned),
          })),
          ...kept(sentBack.message, reasoning),
        }),
      }
    return {
      role: takesNoSystem ? 'user' : role,
      content: breakpoints.has(message)
        ? [
            { type: 'text', text: content ?? '', cache_control: message.cache_control },
            // The tail follows the breakpoint, because the next request begins with everything before it.
            ...(tail === undefined ? [] : [{ type: 'text', text: tail }]),
          ]
        : wholeText(message),
    }
  })
}

/**
 * Gemini accepts this instead of a signature, for calls of another model and of old logs:
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const UNSIGNED_CALL = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } }

/** Endpoints also validate old arguments, so invalid ones, which were answered with an error, become `{}`. */
function toWireCall(
  { id, type, function: { name, arguments: text } }: NonNullable<ChatMessage['tool_calls']>[number],
  names: ToolNames,
  profile: Profile,
) {
  return {
    id: callId(id, profile),
    type,
    function: { name: names.encode(name), arguments: isJsonObject(text) ? text : '{}' },
  }
}

/** The id, or one in the endpoint's form that is computed from it. */
function callId(id: string, { callIds }: Profile): string {
  if (callIds === null || callIds.test(id)) return id
  return createHash('sha256').update(id).digest('hex').slice(0, 9)
}

const MAX_BREAKPOINTS = 4

/** At most four: the first marked message (the system prompt) and the newest others. */
function cacheBreakpoints(messages: readonly ChatMessage[]): ReadonlySet<ChatMessage> {
  const marked = messages.filter((message) => message.cache_control)
  return new Set([...marked.slice(0, 1), ...marked.slice(1).slice(1 - MAX_BREAKPOINTS)])
}

const isJsonObject = (text: string): boolean => isRecord(tryParseJson(text))
