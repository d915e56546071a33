import { createHash } from 'node:crypto'
import type { ChatMessage, ToolDefinition } from '@shared/episode/log/chat'
import type { DraftEvent, EventBody } from '@shared/episode/log/event'
import type { HelperRole } from '@shared/episode/log/mind-schema'
import { CALL_CANCELED } from '@shared/episode/state/episode'
import { packBody } from '@shared/episode/state/sent-body'
import { type ChatClient, type ChatReply, type ChatRequest, LlmError } from '../llm/chat-client'
import type { Prompt } from './prompt'

/** Cancels the current call only. */
export class CallCanceled extends Error {
  override readonly name = 'CallCanceled'
  constructor() {
    super('The call was cancelled before it was answered.')
  }
}

/** Cancels the whole choice of a turn: a person entered its action. */
export class TakenOver extends Error {
  override readonly name = 'TakenOver'
  constructor() {
    super('A person entered the action of this turn.')
  }
}

/** The place of a request in the log. `role` is absent for a request of the actor. */
export interface CallRef {
  readonly turn: number
  readonly iteration: number
  readonly role?: HelperRole
}

interface LoggedRequest
  extends Pick<ChatRequest, 'model' | 'responseFormat' | 'sampling' | 'signal' | 'waitSignal' | 'withheld'>, Prompt {
  /** Number of messages at the start that are the same as in the previous request. */
  readonly kept: number
  /** The offered tools and their hash; null without tools. */
  readonly offered: { readonly tools: readonly ToolDefinition[]; readonly toolSet: string | null } | null
  readonly forced: boolean
  /** Returns the seed of the attempt after this many failed ones; null for none. */
  readonly seedOf: (failures: number) => number | null
}

interface CallLog {
  readonly record: (event: EventBody) => void
  readonly draft?: (event: DraftEvent) => void
  /** Hashes of the tool lists, as sent, that are already in the log; each new one is added. */
  readonly sentTools?: Set<string> | undefined
}

/**
 * Sends a request and records its events: request, body as sent, drafts, failed attempts, response. Throws like
 * `ChatClient.complete`.
 */
export async function askLogged(
  llm: ChatClient,
  at: CallRef,
  { kept, offered, forced, sections, ...asked }: LoggedRequest,
  { record, draft, sentTools = new Set() }: CallLog,
): Promise<ChatReply> {
  const { model, messages, responseFormat, seedOf } = asked
  const sampling = { ...asked.sampling, seed: seedOf(0) }
  const toolChoice = offered && 'auto'
  record({
    event_type: 'llm_request',
    ...at,
    model,
    messages_kept: kept,
    messages_added: messages.slice(kept),
    tool_set: offered?.toolSet ?? null,
    tool_choice: toolChoice,
    response_format: responseFormat?.name ?? null,
    sampling,
    forced,
    ...(sections && { sections: [...sections] }),
  })
  let offset = 0
  let attempts = 0
  let isFailureLogged = false
  try {
    const reply = await llm.complete({
      ...asked,
      sampling,
      tools: offered?.tools ?? null,
      toolChoice,
      onDelta({ part, toolIndex, text }) {
        draft?.({ event_type: 'llm_delta', ...at, offset, part, tool_index: toolIndex, text })
        offset += text.length
      },
      onAttemptFailed({ attempt, code, message, retryInMs }) {
        record({ event_type: 'llm_error', ...at, code, message, attempt, retry_in_ms: retryInMs })
        // The event clears the draft for the next attempt.
        offset = 0
        attempts = attempt
        isFailureLogged = retryInMs === null
      },
      onSent: (body) => record(sentEvent(at, body, messages, sentTools)),
      onAdapted: (change) => record({ event_type: 'llm_adapted', ...at, ...change }),
    })
    record(responseEvent(at, reply))
    return reply
  } catch (error) {
    // A call that was not sent, because a key is missing or the circuit breaker is open, is recorded as failed too.
    const isCanceled = error instanceof CallCanceled || error instanceof TakenOver
    if (isCanceled || (error instanceof LlmError && !isFailureLogged))
      record(failureEvent(at, isCanceled ? CALL_CANCELED : error.code, error.message, attempts + 1))
    throw error
  }
}

/** A failure that is not followed by another attempt. */
export const failureEvent = (at: CallRef, code: string, message: string, attempt = 1): EventBody => ({
  event_type: 'llm_error',
  ...at,
  code,
  message,
  attempt,
  retry_in_ms: null,
})

/** The body of a request, without the parts that are already in the log. */
function sentEvent(
  at: CallRef,
  body: Readonly<Record<string, unknown>>,
  messages: readonly ChatMessage[],
  known: Set<string>,
): EventBody {
  const tools = Array.isArray(body.tools) ? (body.tools as readonly unknown[]) : null
  const hash = tools && createHash('sha256').update(JSON.stringify(tools)).digest('hex')
  const isNew = hash !== null && !known.has(hash)
  if (hash !== null) known.add(hash)
  return {
    event_type: 'llm_sent',
    ...at,
    ...packBody(body, messages),
    tools_sent: hash,
    ...(isNew && tools && { tools: [...tools] }),
  }
}

const responseEvent = (at: CallRef, reply: ChatReply): EventBody => ({
  event_type: 'llm_response',
  ...at,
  model: reply.model,
  content: reply.content ?? reply.accompanyingText,
  reasoning: reply.reasoning,
  tool_calls: [...reply.toolCalls],
  finish_reason: reply.finishReason,
  usage: reply.usage,
  cost_usd: reply.costUsd,
  time_to_first_token_ms: reply.timeToFirstTokenMs,
  duration_ms: reply.durationMs,
  system_fingerprint: reply.systemFingerprint,
  ...(reply.providerFields && { provider_fields: reply.providerFields }),
  ...(reply.responseId && { response_id: reply.responseId }),
})
