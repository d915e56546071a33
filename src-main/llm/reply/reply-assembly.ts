import { z } from 'zod'
import { tryParseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import { objectsIn } from '@shared/base/json/objects-in'
import type { ToolCallRequest, Usage } from '@shared/episode/log/chat'
import type { ChatDelta, ChatReply } from '../chat-client'
import { StreamError } from '../failure/attempt-errors'
import type { ToolNames } from '../request/tool-names'
import { createProviderFields, type ProviderFields } from './provider-fields'

/** A local model may be named by its full path. */
const LONGEST_LABEL = 1000

/** A count; some gateways write digits. */
const count = z
  .union([
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null)
const text = z.string().nullish()
/** Names and reasons are logged with each reply and count towards no limit of the reply. */
const label = z.string().max(LONGEST_LABEL).nullish()

/** A name of another type says nothing. */
const labelOrNull = z.preprocess((value) => (typeof value === 'string' ? value : null), label)

/** Text, or a list of parts with text. */
const content = z.union([z.string(), z.array(z.unknown())]).nullish()

/** A place in the list of calls: Bedrock counts from -1, some gateways write digits. */
const place = z.coerce.number().int().nonnegative().nullish().catch(null)

const toolCallPiece = z.looseObject({
  index: place,
  id: z.union([z.string(), z.number().transform(String)]).nullish(),
  /** Some servers send the arguments as one object. */
  function: z
    .looseObject({ name: text, arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish() })
    .nullish(),
})
type ToolCallPiece = z.infer<typeof toolCallPiece>

const message = z.looseObject({
  content,
  refusal: text,
  reasoning: content,
  reasoning_content: content,
  tool_calls: z.array(toolCallPiece).nullish(),
})

/**
 * A chunk of the stream, or a whole answer. Nearly all fields are optional, because endpoints differ. What a provider
 * adds to messages and calls is kept.
 */
const chunk = z.object({
  id: label.catch(null),
  model: labelOrNull,
  system_fingerprint: labelOrNull,
  choices: z.array(z.object({ finish_reason: label, delta: message.nullish(), message: message.nullish() })).nullish(),
  /** Ollama's own form: a message without choices. */
  message: message.nullish().catch(null),
  done: z.boolean().nullish().catch(null),
  done_reason: label.catch(null),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish().catch(null),
      cache_creation_input_tokens: count,
      completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
      cost: z.number().nullish().catch(null),
      estimated: z.boolean().nullish().catch(null),
    })
    .nullish()
    .catch(null),
})

type AssembledReply = Omit<ChatReply, 'timeToFirstTokenMs' | 'durationMs'>

interface ReplyAssembly {
  /**
   * Adds the next chunk from the wire and returns its pieces of the reply. Throws `ZodError` for an invalid chunk,
   * `StreamError` if the reply exceeds its limits.
   */
  add(wireChunk: unknown): readonly ChatDelta[]
  /** False until the endpoint gave a finish reason: the stream was cut. */
  isFinished(): boolean
  /** Whether there is a text or a tool call. */
  hasContent(): boolean
  hasUsage(): boolean
  finish(): AssembledReply
}

interface PartialCall {
  index: number | null
  id: string
  name: string
  arguments: string
  readonly extra: ProviderFields
}

/** Maximum number of tool calls of one reply. Each gets an answer, which is sent back with the next request. */
const MAX_CALLS = 128

/** Assembles one reply from a stream. `model` is the requested one, in case the endpoint does not name it. */
export function startReply(model: string, names: ToolNames, maxBytes: number): ReplyAssembly {
  let answeredBy = model
  let fingerprint: string | null = null
  let responseId: string | null = null
  let content = ''
  let reasoning = ''
  let finishReason: string | null = null
  let usage: Usage = { input: null, output: null, cached: null, reasoning: null, estimated: false }
  let costUsd: number | null = null
  const fields = createProviderFields()
  const calls: PartialCall[] = []
  let bytes = 0

  const weigh = (text: string): string => {
    bytes += Buffer.byteLength(text)
    if (bytes > maxBytes)
      throw new StreamError(
        'too_long',
        `the reply is longer than ${maxBytes.toLocaleString('en')} bytes (setting limits.reply_bytes)`,
      )
    return text
  }

  const addToolCall = (piece: ToolCallPiece): ChatDelta[] => {
    const call = findCall(calls, piece, names, weigh)
    if (calls.length > MAX_CALLS)
      throw new StreamError('too_long', `the reply calls more than ${MAX_CALLS} tools at once`)
    const toolIndex = calls.indexOf(call)
    const name = piece.function?.name ?? ''
    const sent = piece.function?.arguments ?? ''
    const argumentsText = weigh(typeof sent === 'string' ? sent : JSON.stringify(sent))
    const addsName = name !== '' && name !== call.name
    if (addsName) call.name += weigh(name)
    call.arguments += argumentsText
    const { index: _index, id: _id, type: _type, function: called, ...extra } = piece
    const { name: _name, arguments: _arguments, ...calledExtra } = called ?? {}
    call.extra.add(extra, weigh)
    if (Object.keys(calledExtra).length > 0) call.extra.add({ function: calledExtra }, weigh)
    return [
      ...(addsName ? [{ part: 'tool_name' as const, toolIndex, text: names.decode(name) }] : []),
      ...(argumentsText ? [{ part: 'tool_arguments' as const, toolIndex, text: argumentsText }] : []),
    ]
  }

  return {
    add(wireChunk) {
      const { choices, usage: counted, message: own, ...head } = chunk.parse(wireChunk)
      answeredBy = head.model || answeredBy
      fingerprint = head.system_fingerprint ?? fingerprint
      responseId = head.id || responseId
      if (counted) {
        // OpenRouter's name for it, and Anthropic's.
        const written = counted.prompt_tokens_details?.cache_write_tokens ?? counted.cache_creation_input_tokens
        usage = {
          input: counted.prompt_tokens ?? null,
          output: counted.completion_tokens ?? null,
          cached: counted.prompt_tokens_details?.cached_tokens ?? null,
          reasoning: counted.completion_tokens_details?.reasoning_tokens ?? null,
          estimated: counted.estimated ?? false,
          ...(written != null && { cache_written: written }),
        }
        costUsd = counted.cost ?? null
      }
      const choice = choices?.[0]
      finishReason = choice?.finish_reason || (head.done === true ? head.done_reason || 'stop' : finishReason)
      const delta = choice?.delta ?? choice?.message ?? own
      if (!delta) return []
      const {
        content: said,
        refusal,
        reasoning: thought,
        reasoning_content: thoughtContent,
        tool_calls,
        ...rest
      } = delta
      const deltas: ChatDelta[] = []
      const parts = partsOf(said)
      const thinking = textOf(thoughtContent) || textOf(thought) || parts.thinking
      if (thinking) {
        reasoning += weigh(thinking)
        deltas.push({ part: 'reasoning', toolIndex: 0, text: thinking })
      }
      if (thoughtContent) fields.add({ reasoning_content: textOf(thoughtContent) }, () => '')
      fields.add(rest, weigh)
      const spoken = parts.text + (refusal ?? '')
      if (spoken) {
        content += weigh(spoken)
        deltas.push({ part: 'content', toolIndex: 0, text: spoken })
      }
      for (const piece of tool_calls ?? []) deltas.push(...addToolCall(piece))
      return deltas
    },
    isFinished: () => finishReason !== null,
    hasContent: () => content.trim() !== '' || calls.some(({ name }) => name !== ''),
    hasUsage: () => usage.input !== null || usage.output !== null,
    finish() {
      const toolCalls = toToolCalls(calls, names)
      const spoken = content.trim() === '' ? null : content
      return {
        model: answeredBy,
        content: toolCalls.length > 0 ? null : spoken,
        accompanyingText: toolCalls.length > 0 ? spoken : null,
        reasoning: reasoning || null,
        providerFields: fields.all(),
        toolCalls,
        finishReason,
        usage,
        costUsd,
        systemFingerprint: fingerprint,
        responseId,
      }
    },
  }
}

/**
 * The call that a piece belongs to; a new one is added. A piece with a known index and no new name continues that call,
 * whatever its id: some servers send another id with every piece. Some send index 0 for every call, or none: there a
 * name begins a new call once the arguments before it are whole.
 */
function findCall(
  calls: PartialCall[],
  { index = null, id, function: called }: ToolCallPiece,
  names: ToolNames,
  weigh: (text: string) => string,
): PartialCall {
  const known = findKnown(calls, { index, id: id || null, name: called?.name || null }, names)
  if (known) {
    known.id ||= weigh(id ?? '')
    return known
  }
  const call: PartialCall = { index, id: weigh(id ?? ''), name: '', arguments: '', extra: createProviderFields() }
  calls.push(call)
  return call
}

interface PieceKeys {
  readonly index: number | null
  readonly id: string | null
  readonly name: string | null
}

function findKnown(calls: readonly PartialCall[], { index, id, name }: PieceKeys, names: ToolNames) {
  const byId = id === null ? undefined : calls.find((call) => call.id === id)
  if (byId) return byId
  const byIndex = index === null ? undefined : calls.findLast((call) => call.index === index)
  const before = byIndex ?? calls.at(-1)
  if (before === undefined) return undefined
  // A piece of arguments alone: an index that no call announced is a mistake while the call before it is open.
  if (name === null) return byIndex ?? (isWhole(before.arguments) ? undefined : before)
  if (byIndex === undefined) return undefined
  if (isWhole(before.arguments)) return undefined
  if (before.name === name || before.name === '') return before
  // A second name: another call, or the rest of a name that comes in pieces.
  return before.arguments === '' && !names.isOffered(before.name) ? before : undefined
}

const isWhole = (text: string): boolean => text.trimEnd().endsWith('}') && isRecord(tryParseJson(text))

/** Text and thoughts of a content that may be a list of parts (Mistral's reasoning models; OpenAI's content parts). */
function partsOf(content: z.infer<typeof message>['content']): { readonly text: string; readonly thinking: string } {
  if (typeof content === 'string') return { text: content, thinking: '' }
  let [text, thinking] = ['', '']
  for (const part of content ?? []) {
    if (typeof part === 'string') text += part
    else if (isRecord(part) && (part.type === 'thinking' || part.type === 'reasoning'))
      thinking += textOf(part.thinking ?? part.text ?? part.reasoning)
    else if (isRecord(part)) text += textOf(part.text ?? part.refusal ?? part.content)
  }
  return { text, thinking }
}

/** The text of a string, a part or a list of parts. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('')
  return isRecord(value) ? textOf(value.text ?? value.value) : ''
}

/** In index order. Missing and duplicate ids are replaced, because every call is answered by its id. */
function toToolCalls(calls: readonly PartialCall[], names: ToolNames): readonly ToolCallRequest[] {
  const used = new Set<string>()
  return calls
    .filter((call) => call.name !== '')
    .toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    .map((call, position) => {
      let { id } = call
      for (let number = position; id === '' || used.has(id); number++) id = `call_${number}`
      used.add(id)
      const extra = call.extra.all()
      return {
        id,
        type: 'function',
        function: { name: names.decode(call.name), arguments: onceOnly(call.arguments) },
        ...(extra !== null && { extra }),
      }
    })
}

/** Some servers send `{}` before the arguments, or all arguments again at the end. Different objects stay. */
function onceOnly(text: string): string {
  if (!/\}\s*\{/.test(text) || isWhole(text)) return text
  const objects = objectsIn(text)
  if (objects.join('') !== text.replaceAll(/\}\s*\{/g, '}{').trim()) return text
  const distinct = new Set(objects.filter((object) => !/^\{\s*\}$/.test(object)))
  return distinct.size === 1 ? [...distinct].join('') : text
}
