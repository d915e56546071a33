import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  type CreateMessageRequest, CreateMessageRequestSchema, type CreateMessageResult, type ElicitRequest, ElicitRequestSchema, type ElicitResult, ErrorCode,
  LoggingMessageNotificationSchema, McpError as ProtocolError,
} from '@modelcontextprotocol/sdk/types.js'
import type { McpServer } from '@shared/config/mcp-entry'
import type { ChatMessage } from '@shared/episode/chat'
import type { EventOf, LogLevel } from '@shared/episode/event'
import { readBlock } from './briefing'
import { maskSecrets } from './command-line'
import { cutText } from './cut-text'
import type { Sample } from './sampling'

type ServerRequest = Omit<EventOf<'mcp_server_request'>, 'turn'>
export type ServerEvent = Omit<EventOf<'mcp_log'>, 'turn'> | ServerRequest

/** Who hears a server: the turn that its session serves. */
export interface Listener {
  readonly record: (event: ServerEvent) => void
  /** Null where no model plays. */
  readonly sample: Sample | null
}

export interface ServerMessages {
  /** From now on this turn hears the server, and first what was said before it; null: what is said waits for the next turn. */
  listen(listener: Listener | null): void
  /** Something of our own to say about the server, among its messages. */
  readonly warn: (text: string) => void
}

/** A server that chatters fills neither the log nor the memory. */
const MAX_MESSAGES_A_TURN = 100
const MAX_TEXT = 2_000
const DECLINED = 'The user has not allowed it for this server.'

/** Takes what a server says and asks by itself (MCP revision 2025-11-25: logging, sampling, elicitation). */
export function receiveMessages(server: McpServer, client: Client): ServerMessages {
  const server_name = server.name
  const waiting: ServerEvent[] = []
  let listener: Listener | null = null
  let count = 0

  const shorten = (text: string) => cutText(maskSecrets(text, server.secrets), MAX_TEXT)
  const tell = (event: ServerEvent) => {
    if (++count > MAX_MESSAGES_A_TURN) return
    const told = count < MAX_MESSAGES_A_TURN ? event : logEvent('notice', null, 'What the server says further in this turn is left out.')
    if (listener) listener.record(told)
    else waiting.push(told)
  }
  const logEvent = (level: LogLevel, logger: string | null, text: string): ServerEvent => ({ event_type: 'mcp_log', server_name, level, logger, text: shorten(text) })
  const tellRequest = (method: ServerRequest['method'], outcome: ServerRequest['outcome'], request: string, answer: string, cost: Pick<ServerRequest, 'usage' | 'cost_usd'> = { usage: null, cost_usd: null }) =>
    tell({ event_type: 'mcp_server_request', server_name, method, outcome, request: shorten(request), answer: shorten(answer), ...cost })

  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => tell(logEvent(params.level, params.logger ?? null, typeof params.data === 'string' ? params.data : JSON.stringify(params.data))))

  // Reached only by what has no handler of its own: what is not allowed was not declared either, yet a server may ask for it all the same.
  client.fallbackRequestHandler = async ({ method, params }) => {
    if (method === 'sampling/createMessage' || method === 'elicitation/create') tellRequest(method, 'declined', JSON.stringify(params), DECLINED)
    throw new ProtocolError(ErrorCode.MethodNotFound, DECLINED)
  }

  if (server.allowElicitation)
    client.setRequestHandler(ElicitRequestSchema, ({ params }): ElicitResult => {
      const content = defaultAnswer(params)
      tellRequest('elicitation/create', content ? 'answered' : 'declined', params.message, content ? JSON.stringify(content) : 'It wants more than its own defaults, and nobody is asked.')
      return content ? { action: 'accept', content } : { action: 'decline' }
    })

  if (server.allowSampling)
    client.setRequestHandler(CreateMessageRequestSchema, async ({ params }, { signal }): Promise<CreateMessageResult> => {
      const asked = JSON.stringify(params.messages)
      try {
        if (!listener?.sample) throw new Error('there is no model to ask')
        const reply = await listener.sample({ messages: chatMessages(params), maxTokens: params.maxTokens, temperature: params.temperature ?? null, signal })
        tellRequest('sampling/createMessage', 'answered', asked, reply.text, { usage: reply.usage, cost_usd: reply.costUsd })
        return { role: 'assistant', content: { type: 'text', text: reply.text }, model: reply.model, stopReason: reply.finishReason === 'length' ? 'maxTokens' : 'endTurn' }
      } catch (error) {
        tellRequest('sampling/createMessage', 'failed', asked, (error as Error).message)
        throw error
      }
    })

  return {
    listen(next) {
      listener = next
      count = 0
      if (next) for (const event of waiting.splice(0)) tell(event)
    },
    warn: (text) => tell(logEvent('warning', null, text)),
  }
}

/** The answer made of the question's own defaults; null if something that is required has none. */
function defaultAnswer(params: ElicitRequest['params']): NonNullable<ElicitResult['content']> | null {
  if (params.mode === 'url') return null
  const { properties, required = [] } = params.requestedSchema
  const defaults = Object.entries(properties).flatMap(([name, property]) => ('default' in property && property.default !== undefined ? [[name, property.default] as const] : []))
  const content = Object.fromEntries(defaults)
  return required.every((name) => name in content) ? content : null
}

function chatMessages({ systemPrompt, messages }: CreateMessageRequest['params']): ChatMessage[] {
  const said = messages.map(({ role, content }): ChatMessage => ({ role, content: [content].flat().map((block) => (block.type === 'tool_use' || block.type === 'tool_result' ? `[${block.type}]` : readBlock(block))).join('\n') }))
  return systemPrompt === undefined ? said : [{ role: 'system', content: systemPrompt }, ...said]
}
