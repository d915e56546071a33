import type { ToolCallRequest, Usage } from '@shared/episode/log/chat'
import { z } from 'zod'
import type { ChatDelta, ChatReply } from './chat-client'
import { StreamError } from './failure'
import type { ToolNames } from './tool-names'

/** A local model may be named by its full path. */
const LONGEST_LABEL = 1000

const count = z.number().int().nullish().catch(null)
const text = z.string().nullish()
/** Names and reasons are logged with each reply and count towards no limit of the reply. */
const label = z.string().max(LONGEST_LABEL).nullish()

const toolCallPiece = z.object({
  index: z.number().int().nonnegative().nullish(),
  id: text,
  /** Some servers send the arguments as one object. */
  function: z
    .object({ name: text, arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish() })
    .nullish(),
})
type ToolCallPiece = z.infer<typeof toolCallPiece>

const reasoningDetail = z.record(z.string(), z.unknown())
type ReasoningDetail = z.infer<typeof reasoningDetail>

/** A chunk of the stream. Nearly all fields are optional, because endpoints differ. */
const chunk = z.object({
  id: label.catch(null),
  model: label,
  system_fingerprint: label,
  choices: z
    .array(
      z.object({
        finish_reason: label,
        delta: z
          .object({
            content: text,
            refusal: text,
            reasoning: text,
            reasoning_content: text,
            reasoning_details: z.array(reasoningDetail).nullish().catch(null),
            tool_calls: z.array(toolCallPiece).nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
      cache_creation_input_tokens: count,
      completion_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
      cost: z.number().nullish().catch(null),
      estimated: z.boolean().nullish().catch(null),
    })
    .nullish(),
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
  finish(): AssembledReply
}

interface PartialCall {
  index: number | null
  id: string
  name: string
  arguments: string
}

/** Most tool calls of one reply. Each gets an answer, which is sent back with the next request. */
const MOST_CALLS = 128

/** Assembles one reply from a stream. `model` is the requested one, in case the endpoint does not name it. */
export function startReply(model: string, names: ToolNames, mostBytes: number): ReplyAssembly {
  let answeredBy = model
  let fingerprint: string | null = null
  let responseId: string | null = null
  let content = ''
  let reasoning = ''
  let reasoningField: 'reasoning' | 'reasoning_content' = 'reasoning'
  let finishReason: string | null = null
  let usage: Usage = { input: null, output: null, cached: null, reasoning: null, estimated: false }
  let costUsd: number | null = null
  const details = new Map<unknown, DetailFields>()
  const calls: PartialCall[] = []
  let bytes = 0

  const weigh = (text: string): string => {
    bytes += Buffer.byteLength(text)
    if (bytes > mostBytes)
      throw new StreamError(
        'too_long',
        `the reply is longer than ${mostBytes.toLocaleString('en')} bytes (setting limits.reply_bytes)`,
      )
    return text
  }

  const addToolCall = (piece: ToolCallPiece): ChatDelta[] => {
    const call = findCall(calls, piece, weigh)
    if (calls.length > MOST_CALLS)
      throw new StreamError('too_long', `the reply calls more than ${MOST_CALLS} tools at once`)
    const toolIndex = calls.indexOf(call)
    const name = piece.function?.name ?? ''
    const sent = piece.function?.arguments ?? ''
    const argumentsText = weigh(typeof sent === 'string' ? sent : JSON.stringify(sent))
    const addsName = name !== '' && name !== call.name
    if (addsName) call.name += weigh(name)
    call.arguments += argumentsText
    return [
      ...(addsName ? [{ part: 'tool_name' as const, toolIndex, text: names.decode(name) }] : []),
      ...(argumentsText ? [{ part: 'tool_arguments' as const, toolIndex, text: argumentsText }] : []),
    ]
  }

  /** Data that the endpoint expects in the next request of the turn. */
  const reasoningToEcho = () => {
    if (details.size > 0)
      return { reasoning_details: [...details.values()].map((fields) => Object.fromEntries(fields)) }
    return reasoning && reasoningField === 'reasoning_content' ? { reasoning_content: reasoning } : null
  }

  return {
    add(wireChunk) {
      const { choices, usage: counted, ...head } = chunk.parse(wireChunk)
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
      finishReason = choice?.finish_reason || finishReason
      const delta = choice?.delta
      if (!delta) return []
      const deltas: ChatDelta[] = []
      const thought = delta.reasoning_content || delta.reasoning
      if (thought) {
        reasoning += weigh(thought)
        if (delta.reasoning_content) reasoningField = 'reasoning_content'
        deltas.push({ part: 'reasoning', toolIndex: 0, text: thought })
      }
      for (const detail of delta.reasoning_details ?? []) {
        weigh(JSON.stringify(detail))
        mergeDetail(details, detail)
      }
      const said = (delta.content ?? '') + (delta.refusal ?? '')
      if (said) {
        content += weigh(said)
        deltas.push({ part: 'content', toolIndex: 0, text: said })
      }
      for (const piece of delta.tool_calls ?? []) deltas.push(...addToolCall(piece))
      return deltas
    },
    isFinished: () => finishReason !== null,
    finish() {
      const toolCalls = toToolCalls(calls, names)
      const spoken = content.trim() === '' ? null : content
      return {
        model: answeredBy,
        content: toolCalls.length > 0 ? null : spoken,
        accompanyingText: toolCalls.length > 0 ? spoken : null,
        reasoning: reasoning || null,
        reasoningToEcho: reasoningToEcho(),
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

function findKnown(
  calls: readonly PartialCall[],
  { index, id, name }: { readonly index: number | null; readonly id?: string | null; readonly name?: string | null },
): PartialCall | undefined {
  if (id) return findById(calls, id, index)
  if (index !== null) return calls.findLast((call) => call.index === index)
  return name ? undefined : calls.at(-1)
}

/**
 * The call that a piece belongs to; a new one is added. Pieces are keyed by `index`. Some servers omit it or send 0 for
 * every call: there a new id, or a name without an id, starts a new call.
 */
function findCall(
  calls: PartialCall[],
  { index = null, id, function: called }: ToolCallPiece,
  weigh: (text: string) => string,
): PartialCall {
  const known = findKnown(calls, { index, id, name: called?.name })
  if (known) {
    known.id ||= weigh(id ?? '')
    return known
  }
  const call: PartialCall = { index, id: weigh(id ?? ''), name: '', arguments: '' }
  calls.push(call)
  return call
}

/** An id may arrive after the first piece of its call. */
const findById = (calls: readonly PartialCall[], id: string, index: number | null) =>
  calls.find((call) => call.id === id) ?? calls.find((call) => call.id === '' && index !== null && call.index === index)

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
      return { id, type: 'function', function: { name: names.decode(call.name), arguments: call.arguments } }
    })
}

type DetailFields = Map<string, unknown>
const JOINED: readonly string[] = ['text', 'summary', 'data']

/**
 * Merges pieces of details with the same `index` and type: texts are joined, other fields replaced. The cost of a piece
 * does not grow with the text before it.
 */
function mergeDetail(details: Map<unknown, DetailFields>, piece: ReasoningDetail): void {
  // A piece without an index never merges.
  const key = piece.index === undefined ? piece : JSON.stringify([piece.index, piece.type])
  const fields: DetailFields = details.get(key) ?? new Map()
  details.set(key, fields)
  for (const [name, value] of Object.entries(piece)) {
    const before = fields.get(name)
    const isJoined = JOINED.includes(name) && typeof before === 'string' && typeof value === 'string'
    fields.set(name, isJoined ? before + value : (value ?? before ?? null))
  }
}
