import type { ChatMessage } from '@shared/episode/chat'
import type { EventBody } from '@shared/episode/event'
import { sharedPrefix } from '@shared/episode/messages'
import type { ChatReply } from '../llm/chat-client'
import type { ChooseActionInput } from './choose-action'
import { agentResponseFormat } from './agent-response'
import type { ToolSession } from '../mcp/tool-session'

export interface ModelCall {
  readonly iteration: number
  readonly messages: readonly ChatMessage[]
  /** The last list sent before this one. */
  readonly previousMessages: readonly ChatMessage[]
  readonly session: ToolSession | null
  readonly forced: boolean
}

/** One iteration's request to the model, with its events: start, request, drafts, failed attempts, response. */
export async function callModel(input: ChooseActionInput, { iteration, messages, previousMessages, session, forced }: ModelCall): Promise<ChatReply> {
  const { turn, model, sampling, signal, record, draft } = input
  const at = { turn, iteration }
  const tools = forced || session === null || session.tools.length === 0 ? null : session.tools
  // Requirements 4.6 and 5.9: no response format while tools are offered, the schema on the forced call.
  const responseFormat = tools ? null : agentResponseFormat
  const toolChoice = tools ? 'auto' : null

  await input.beforeIteration()
  signal.throwIfAborted()
  record({ event_type: 'mcp_iteration_start', ...at, max_iterations: input.maxToolIterations })
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
  })
  let offset = 0
  const reply = await input.llm.complete({
    model,
    messages,
    tools,
    toolChoice,
    responseFormat,
    sampling,
    signal,
    onDelta({ part, toolIndex, text }) {
      draft({ event_type: 'llm_delta', ...at, offset, part, tool_index: toolIndex, text })
      offset += text.length
    },
    onAttemptFailed({ attempt, code, message, retryInMs }) {
      record({ event_type: 'llm_error', ...at, code, message, attempt, retry_in_ms: retryInMs })
      // The event empties the draft: what the next attempt brings starts anew.
      offset = 0
    },
  })
  record(responseEvent(at, reply))
  return reply
}

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
  }
}
