import type { z } from 'zod'
import { describeBytes } from '@shared/base/describe-bytes'
import { isRecord } from '@shared/base/json/is-record'
import type { Usage } from '@shared/episode/log/chat'
import type { ChatDelta, ChatReply } from '../chat-client'
import { StreamError } from '../failure/attempt-errors'
import type { ToolNames } from '../request/tool-names'
import { createCalls } from './call-pieces'
import { chunk, type Content } from './chunk'
import { createProviderFields } from './provider-fields'
import { type RepetitionWatch, watchForRepetition } from './repetition'

type AssembledReply = Omit<ChatReply, 'timeToFirstTokenMs' | 'durationMs'>

interface ReplyAssembly {
  /**
   * Adds the next chunk from the wire and returns its pieces of the reply. Throws `ZodError` for an invalid chunk,
   * `StreamError` if the reply exceeds its limits.
   */
  add(wireChunk: unknown): readonly ChatDelta[]
  /** True once the endpoint has sent a finish reason, or the reply repeats itself. */
  isFinished(): boolean
  /** True once the reply repeats itself: the rest of it is useless. */
  isEndless(): boolean
  /** Whether there is a text or a tool call. */
  hasContent(): boolean
  hasUsage(): boolean
  finish(): AssembledReply
}

/** The finish reason of a reply that the client cut. */
export const REPETITION = 'repetition'

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
  /** One for each text, because several calls may have the same arguments for a good reason. */
  const watches = new Map<string, RepetitionWatch>()
  const fields = createProviderFields()
  let bytes = 0
  let promptRead = -1

  /** The percentage of the prompt that was read. Empty if it has not grown. */
  const readOf = (progress: z.output<typeof chunk>['prompt_progress']): readonly ChatDelta[] => {
    if (!progress) return []
    const { total, cache, processed } = progress
    const percent = Math.round((100 * (processed - cache)) / Math.max(1, total - cache))
    if (!(percent > promptRead && percent <= 100)) return []
    promptRead = percent
    return [{ part: 'prompt', toolIndex: 0, text: String(percent) }]
  }

  const weigh = (text: string): string => {
    bytes += Buffer.byteLength(text)
    if (bytes > maxBytes)
      throw new StreamError(
        'too_long',
        `the reply is longer than ${describeBytes(maxBytes)} (setting limits.reply_bytes)`,
      )
    return text
  }
  const calls = createCalls(names, weigh)

  return {
    add(wireChunk) {
      const { choices, usage: counted, message: own, prompt_progress, ...head } = chunk.parse(wireChunk)
      answeredBy = head.model || answeredBy
      fingerprint = head.system_fingerprint ?? fingerprint
      responseId = head.id || responseId
      if (counted) {
        // The field of OpenRouter, else the field of Anthropic.
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
      const read = readOf(prompt_progress)
      if (!delta) return read
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
      for (const piece of tool_calls ?? []) deltas.push(...calls.add(piece))
      for (const { part, toolIndex, text } of deltas) {
        const key = `${part} ${toolIndex}`
        const watch = watches.get(key) ?? watchForRepetition()
        watches.set(key, watch)
        if (watch.add(text)) finishReason = REPETITION
      }
      return [...read, ...deltas]
    },
    isFinished: () => finishReason !== null,
    isEndless: () => finishReason === REPETITION,
    hasContent: () => content.trim() !== '' || !calls.isEmpty(),
    hasUsage: () => usage.input !== null || usage.output !== null,
    finish() {
      const toolCalls = calls.all()
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

/** Text and thoughts of a message's content, which may be a list of parts (Mistral's reasoning models, OpenAI). */
function partsOf(content: Content): { readonly text: string; readonly thinking: string } {
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
