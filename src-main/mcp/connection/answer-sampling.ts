import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  type CreateMessageRequest,
  CreateMessageRequestSchema,
  type CreateMessageResult,
  ErrorCode,
  McpError as ProtocolError,
} from '@modelcontextprotocol/sdk/types.js'
import type { ChatMessage } from '@shared/episode/log/chat'
import { BadForm } from '../questions/elicitation-form'
import { promptOf, promptQuestion, replyOf, replyQuestion } from '../questions/sampling-questions'
import { readBlock } from './server-context'
import type { RequestCost, ServerTurn } from './server-turn'

/** The error code for a refusal by the user (MCP revision 2025-11-25, "Sampling", error handling). */
const REJECTED_BY_USER = -1

/** Answers requests for a completion (MCP revision 2025-11-25, "Sampling"). A person sees the prompt and the reply. */
export function answerSampling(client: Client, turn: ServerTurn): void {
  client.setRequestHandler(CreateMessageRequestSchema, async ({ params }, { signal }): Promise<CreateMessageResult> => {
    let asked = JSON.stringify(params.messages)
    let cost: RequestCost = { usage: null, cost_usd: null }
    const refused = (why: string | null) => {
      turn.reportRequest('sampling/createMessage', 'declined', asked, why ?? 'The user has refused it.', cost)
      return new ProtocolError(REJECTED_BY_USER, 'The user rejected the sampling request')
    }
    try {
      const sample = turn.sample()
      if (!sample) throw new Error('there is no model to ask')
      const prompt = chatMessages(params)
      const allowed = await turn.ask(promptQuestion(prompt, sample.model, params.maxTokens), signal)
      if (allowed.action !== 'accept') throw refused('why' in allowed ? allowed.why : null)
      const messages = promptOf(prompt, allowed.content)
      asked = JSON.stringify(messages)
      const reply = await sample.ask({
        messages,
        maxTokens: params.maxTokens,
        temperature: params.temperature ?? null,
        signal: AbortSignal.any([signal, turn.signal()]),
      })
      cost = { usage: reply.usage, cost_usd: reply.costUsd }
      const seen = await turn.ask(replyQuestion(reply), signal)
      if (seen.action !== 'accept') throw refused('why' in seen ? seen.why : null)
      const text = replyOf(reply, seen.content)
      turn.reportRequest('sampling/createMessage', 'answered', asked, text, cost)
      return {
        role: 'assistant',
        content: { type: 'text', text },
        model: reply.model,
        stopReason: reply.finishReason === 'length' ? 'maxTokens' : 'endTurn',
      }
    } catch (error) {
      if (error instanceof BadForm) {
        turn.reportRequest('sampling/createMessage', 'failed', asked, error.message, cost)
        throw new ProtocolError(ErrorCode.InvalidParams, error.message)
      }
      if (!(error instanceof ProtocolError && error.code === REJECTED_BY_USER))
        turn.reportRequest('sampling/createMessage', 'failed', asked, (error as Error).message, cost)
      throw error
    }
  })
}

function chatMessages({ systemPrompt, messages }: CreateMessageRequest['params']): ChatMessage[] {
  const chat = messages.map(({ role, content }): ChatMessage => ({
    role,
    content: [content]
      .flat()
      .map((block) =>
        block.type === 'tool_use' || block.type === 'tool_result' ? `[${block.type}]` : readBlock(block),
      )
      .join('\n'),
  }))
  return systemPrompt === undefined ? chat : [{ role: 'system', content: systemPrompt }, ...chat]
}
