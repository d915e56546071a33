import type { AnswerCounts, AnswerPiece } from './answer-chat'
import type { ToolCall } from './tool-call-reader'

/**
 * The fields of every chunk of a reply. Replies have the form of Chat Completions, with additions of llama.cpp's
 * server.
 */
export interface ReplyHead {
  readonly id: string
  readonly model: string
  /** Seconds since 1970. */
  readonly created: number
}

/** One event of a stream; null for progress that was not requested. */
export function chunkOf(head: ReplyHead, piece: AnswerPiece, wantsProgress: boolean): unknown {
  switch (piece.kind) {
    case 'progress':
      return wantsProgress
        ? { ...chunk(head, {}), prompt_progress: { ...piece.progress, time_ms: Math.round(piece.ms) } }
        : null
    case 'text':
      return chunk(head, { content: piece.text })
    case 'calls':
      return chunk(head, { tool_calls: piece.calls.map((call, index) => ({ index, ...wireCall(call) })) })
    case 'end':
      return { ...chunk(head, {}, piece.reason), timings: timingsOf(piece.counts) }
    default:
      return piece satisfies never
  }
}

export const roleChunk = (head: ReplyHead): unknown => chunk(head, { role: 'assistant', content: null })

export const emptyChunk = (head: ReplyHead): unknown => chunk(head, {})

export const usageChunk = (head: ReplyHead, counts: AnswerCounts): unknown => ({
  ...chunk(head, {}),
  choices: [],
  usage: usageOf(counts),
})

const chunk = ({ id, model, created }: ReplyHead, delta: unknown, reason: string | null = null) => ({
  id,
  object: 'chat.completion.chunk',
  created,
  model,
  choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
})

/** The whole reply as one object. */
export function completionOf({ id, model, created }: ReplyHead, pieces: readonly AnswerPiece[]): unknown {
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
  const calls = pieces.flatMap((piece) => (piece.kind === 'calls' ? piece.calls : []))
  const end = pieces.find((piece) => piece.kind === 'end')
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length > 0 && { tool_calls: calls.map(wireCall) }),
  }
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: end?.reason ?? null }],
    ...(end && { usage: usageOf(end.counts), timings: timingsOf(end.counts) }),
  }
}

const wireCall = ({ id, name, arguments: text }: ToolCall) => ({
  id,
  type: 'function',
  function: { name, arguments: text },
})

const usageOf = ({ promptTokens, cachedTokens, answerTokens }: AnswerCounts) => ({
  prompt_tokens: promptTokens,
  completion_tokens: answerTokens,
  total_tokens: promptTokens + answerTokens,
  prompt_tokens_details: { cached_tokens: cachedTokens },
})

/** Timings under the names of llama.cpp's server. */
const timingsOf = ({ promptTokens, cachedTokens, answerTokens, promptMs, answerMs }: AnswerCounts) => ({
  cache_n: cachedTokens,
  prompt_n: promptTokens - cachedTokens,
  prompt_ms: promptMs,
  predicted_n: answerTokens,
  predicted_ms: answerMs,
  predicted_per_second: answerMs > 0 ? (answerTokens * 1000) / answerMs : null,
})
