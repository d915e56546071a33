import { createHash } from 'node:crypto'
import type { ChatMessage, Sampling } from '@shared/episode/log/chat'
import type { DraftEvent, EventBody } from '@shared/episode/log/event'
import type { MindPart } from '@shared/episode/log/mind-schema'
import { CALL_CANCELED } from '@shared/episode/state/episode'
import { sharedPrefix } from '@shared/episode/state/messages'
import { packBody } from '@shared/episode/state/sent-body'
import { type ChatClient, type ChatReply, type ChatRequest, LlmError } from '../llm/chat-client'
import type { ToolSession } from '../mcp/tools/tool-session'
import { responseFormatOf } from './agent-response'
import type { Prompt } from './prompt'

/** Inputs shared by every call of a turn. */
export interface TurnCalls {
  readonly turn: number
  readonly llm: ChatClient
  readonly model: string
  readonly sampling: Sampling
  readonly maxToolIterations: number
  /** Parts of the mind in force; they determine the schema of the answer. */
  readonly parts?: readonly MindPart[]
  /** Hashes of the tools that the log has as they were sent; those of new requests are added. */
  readonly sentTools?: Set<string>
  readonly record: (event: EventBody) => void
  readonly draft: (event: DraftEvent) => void
  /** Gate for pause and step-iteration before every model call. Rejects with the signal's reason on stop. */
  readonly beforeIteration: () => Promise<void>
  /**
   * Signal of the current call; aborted with `CallCanceled`, the iteration is repeated. Absent: calls end only with the
   * turn.
   */
  readonly callSignal?: () => AbortSignal
  readonly signal: AbortSignal
}

interface ModelCall {
  readonly iteration: number
  /** Read after the gate, so that hints given while waiting are included. */
  readonly readPrompt: () => Prompt
  /** After a refusal for length: whether `readPrompt` returns a shorter prompt from now on. */
  readonly shorten?: ((error: LlmError) => boolean) | undefined
  /** The message list sent before this one. */
  readonly previousMessages: readonly ChatMessage[]
  readonly session: ToolSession | null
  readonly forced: boolean
}

/** Cancels the current call only. */
export class CallCanceled extends Error {
  override readonly name = 'CallCanceled'
  constructor() {
    super('The call was canceled before it was answered.')
  }
}

/** Cancels the whole choice of a turn: a person entered its action. */
export class TakenOver extends Error {
  override readonly name = 'TakenOver'
  constructor() {
    super('A person entered the action of this turn.')
  }
}

/**
 * One iteration's request with its events: start (except the forced call), request, drafts, failed attempts, response.
 * A canceled call is repeated when the run continues.
 */
export async function callModel(input: TurnCalls, call: ModelCall): Promise<ChatReply> {
  const { turn, signal, record } = input
  const at = { turn, iteration: call.iteration }
  for (let isFirst = true; ; isFirst = false) {
    await input.beforeIteration()
    signal.throwIfAborted()
    if (isFirst && !call.forced)
      record({ event_type: 'mcp_iteration_start', ...at, max_iterations: input.maxToolIterations })
    try {
      const reply = await askModel(input, { ...call, prompt: call.readPrompt() })
      record(responseEvent(at, reply))
      return reply
    } catch (error) {
      // A request that does not fit is not sent, and the call failed like any other.
      if (error instanceof LlmError && error.code === 'context_full')
        record({
          event_type: 'llm_error',
          ...at,
          code: error.code,
          message: error.message,
          attempt: 1,
          retry_in_ms: null,
        })
      const isShorter = error instanceof LlmError && call.shorten?.(error) === true
      if (!isShorter && !(error instanceof CallCanceled)) throw error
    }
  }
}

interface AskedCall extends Omit<ModelCall, 'readPrompt' | 'shorten'> {
  readonly prompt: Prompt
}

async function askModel(
  { turn, model, sampling, signal, callSignal, llm, record, draft, parts = [], sentTools }: TurnCalls,
  { iteration, prompt: { messages, sections }, previousMessages, session, forced }: AskedCall,
): Promise<ChatReply> {
  const at = { turn, iteration }
  const tools = toolsFor(session, forced)
  // Requirements 4.6 and 5.9: no response format while tools are offered, the schema on the forced call.
  const responseFormat = tools ? null : responseFormatOf(parts)
  const toolChoice = tools ? 'auto' : null

  const messagesKept = sharedPrefix(previousMessages, messages)
  record({
    event_type: 'llm_request',
    ...at,
    model,
    messages_kept: messagesKept,
    messages_added: messages.slice(messagesKept),
    tool_set: tools && session ? session.toolSet : null,
    tool_choice: toolChoice,
    response_format: responseFormat?.name ?? null,
    sampling,
    forced,
    ...(sections && { sections: [...sections] }),
  })
  let offset = 0
  let failedAttempts = 0
  let hasGivenUp = false
  const request: ChatRequest = {
    model,
    messages,
    tools,
    toolChoice,
    responseFormat,
    sampling,
    signal: callSignal?.() ?? signal,
    onDelta({ part, toolIndex, text }) {
      draft({ event_type: 'llm_delta', ...at, offset, part, tool_index: toolIndex, text })
      offset += text.length
    },
    onAttemptFailed({ attempt, code, message, retryInMs }) {
      record({ event_type: 'llm_error', ...at, code, message, attempt, retry_in_ms: retryInMs })
      // The event clears the draft for the next attempt.
      offset = 0
      failedAttempts = attempt
      hasGivenUp = retryInMs === null
    },
    onSent: (body) => record(sentEvent(at, body, messages, sentTools)),
    onAdapted: (change) => record({ event_type: 'llm_adapted', ...at, ...change }),
  }
  return llm.complete(request).catch((error: unknown) => {
    // A call that was not sent, for lack of a key or because the circuit breaker is open, failed like any other.
    let code: string | null = null
    if (error instanceof CallCanceled || error instanceof TakenOver) code = CALL_CANCELED
    else if (error instanceof LlmError && !hasGivenUp) code = error.code
    if (code !== null)
      record({
        event_type: 'llm_error',
        ...at,
        code,
        message: (error as Error).message,
        attempt: failedAttempts + 1,
        retry_in_ms: null,
      })
    throw error
  })
}

/** The body of a request, without what the log has already. */
export function sentEvent(
  at: { readonly turn: number; readonly iteration: number },
  body: Readonly<Record<string, unknown>>,
  messages: readonly ChatMessage[],
  known: Set<string> = new Set(),
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

/** The offered tools: none without a session or in the forced call. */
export const toolsFor = (session: ToolSession | null, forced: boolean): ToolSession['tools'] | null =>
  forced || session === null || session.tools.length === 0 ? null : session.tools

function responseEvent(at: { turn: number; iteration: number }, reply: ChatReply): EventBody {
  return {
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
  }
}
