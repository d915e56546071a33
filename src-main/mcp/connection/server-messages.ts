import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  ErrorCode,
  LoggingMessageNotificationSchema,
  McpError as ProtocolError,
} from '@modelcontextprotocol/sdk/types.js'
import type { LogLevel } from '@shared/episode/log/event'
import type { McpServer } from '@shared/mcp/mcp-entry'
import { maskSecrets } from '../launch/command-line'
import { cutText } from '../transport/cut-text'
import type { PausableTimer } from '../transport/pausable-timer'
import { answerElicitation } from './answer-elicitation'
import { answerSampling } from './answer-sampling'
import type { Listener, ServerEvent, ServerTurn } from './server-turn'

export interface ServerMessages {
  /**
   * Delivers messages to this turn from now on, beginning with those that wait. With null, messages wait for the next
   * turn.
   */
  listen(listener: Listener | null): void
  /**
   * Asks the person to open the addresses that a failed call requires (the error `-32042` of revision 2025-11-25).
   * Resolves to a sentence for the model about the result; null for any other error.
   */
  readonly openAddresses: (error: unknown) => Promise<string | null>
  /** Adds a warning of the app to the server's messages. */
  readonly warn: (text: string) => void
}

/** Maximum number of messages per turn and length of their text, to limit the log and the memory. */
const MAX_MESSAGES_A_TURN = 100
const MAX_TEXT = 2_000
/**
 * Maximum number of questions per turn. Questions that the app answers itself count too, because nothing else limits
 * their cost within a turn.
 */
const MAX_QUESTIONS_A_TURN = 20
const DECLINED = 'The user has not allowed it for this server.'

/**
 * Receives the messages and requests that a server sends on its own (MCP revision 2025-11-25: logging, sampling,
 * elicitation).
 */
export function receiveMessages(server: McpServer, client: Client, clock: PausableTimer): ServerMessages {
  const server_name = server.name
  const waiting: ServerEvent[] = []
  let listener: Listener | null = null
  let listening = new AbortController()
  let count = 0
  let questions = 0

  const shorten = (text: string) => cutText(maskSecrets(text, server.secrets), MAX_TEXT)
  const report = (event: ServerEvent) => {
    if (++count > MAX_MESSAGES_A_TURN) return
    const recorded =
      count < MAX_MESSAGES_A_TURN
        ? event
        : logEvent('notice', null, 'Further messages of the server in this turn are left out.')
    if (listener) listener.record(recorded)
    else waiting.push(recorded)
  }
  const logEvent = (level: LogLevel, logger: string | null, text: string): ServerEvent => ({
    event_type: 'mcp_log',
    server_name,
    level,
    logger,
    text: shorten(text),
  })
  const reportRequest: ServerTurn['reportRequest'] = (
    method,
    outcome,
    request,
    answer,
    cost = { usage: null, cost_usd: null },
  ) =>
    report({
      event_type: 'mcp_server_request',
      server_name,
      method,
      outcome,
      request: shorten(request),
      answer: shorten(answer),
      ...cost,
    })

  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) =>
    report(
      logEvent(
        params.level,
        params.logger ?? null,
        typeof params.data === 'string' ? params.data : JSON.stringify(params.data),
      ),
    ),
  )

  // Handles all other requests. The client does not declare support for them, but a server may still send them.
  client.fallbackRequestHandler = async ({ method, params }) => {
    if (method === 'sampling/createMessage' || method === 'elicitation/create')
      reportRequest(method, 'declined', JSON.stringify(params), DECLINED)
    throw new ProtocolError(ErrorCode.MethodNotFound, DECLINED)
  }

  const ask: ServerTurn['ask'] = async (asking, signal) => {
    if (!listener?.ask) return { action: 'cancel', why: 'No one is there to answer.' }
    // These follow up on an earlier question and do not count.
    const isSecond = asking.kind === 'reply' || asking.kind === 'opened'
    if (!isSecond && ++questions > MAX_QUESTIONS_A_TURN)
      return { action: 'cancel', why: `It has asked ${MAX_QUESTIONS_A_TURN} times in this turn.` }
    const release = clock.pause()
    try {
      return await listener.ask(
        { ...asking, server: server_name, turn: listener.turn },
        AbortSignal.any([signal, listening.signal]),
      )
    } finally {
      release()
    }
  }

  const turn: ServerTurn = {
    sample: () => listener?.sample ?? null,
    signal: () => listening.signal,
    ask,
    reportRequest,
  }
  if (server.allowSampling) answerSampling(client, turn)
  return {
    openAddresses: server.allowElicitation
      ? answerElicitation(server, client, clock, turn)
      : () => Promise.resolve(null),
    listen(next) {
      // This cancels the questions of the previous turn.
      listening.abort()
      listening = new AbortController()
      listener = next
      count = 0
      questions = 0
      if (next) for (const event of waiting.splice(0)) report(event)
    },
    warn: (text) => report(logEvent('warning', null, text)),
  }
}
