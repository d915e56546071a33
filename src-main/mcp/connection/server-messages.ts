import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  type CreateMessageRequest,
  CreateMessageRequestSchema,
  type CreateMessageResult,
  ElicitationCompleteNotificationSchema,
  type ElicitRequestURLParams,
  ElicitRequestSchema,
  type ElicitResult,
  ErrorCode,
  LoggingMessageNotificationSchema,
  McpError as ProtocolError,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/sdk/types.js'
import { isRecord } from '@shared/base/json/is-record'
import type { ChatMessage } from '@shared/episode/log/chat'
import type { EventOf, LogLevel } from '@shared/episode/log/event'
import type { McpServer } from '@shared/mcp/mcp-entry'
import type { Answer } from '@shared/mcp/questions/question'
import { MASK } from '../../secrets/secret-mask'
import { maskSecrets } from '../launch/command-line'
import { BadForm, readForm, readMessage } from '../questions/elicitation-form'
import { readAddress } from '../questions/question-address'
import type { Asking, AskPerson, Unanswered } from '../questions/questions'
import type { Sample } from '../questions/sampling'
import { promptOf, promptQuestion, replyOf, replyQuestion } from '../questions/sampling-questions'
import { cutText } from '../transport/cut-text'
import type { PausableTimer } from '../transport/pausable-timer'
import { readBlock } from './server-context'

type ServerRequest = Omit<EventOf<'mcp_server_request'>, 'turn'>
type ServerEvent = Omit<EventOf<'mcp_log'>, 'turn'> | ServerRequest

/** The turn that receives the messages of a server. */
export interface Listener {
  readonly record: (event: ServerEvent) => void
  /** Null without a model. */
  readonly sample: Sample | null
  /** Null without a person to ask. */
  readonly ask: AskPerson | null
  /** Null for a tool that the user tries. */
  readonly turn: number | null
}

export interface ServerMessages {
  /**
   * Delivers messages to this turn from now on, first those that are waiting; null: messages wait for the next turn.
   */
  listen(listener: Listener | null): void
  /**
   * Asks the person to open what a failed call needs (the error `-32042` of revision 2025-11-25). The result tells the
   * model how that ended; null for any other error.
   */
  readonly openAddresses: (error: unknown) => Promise<string | null>
  /** Adds a warning of the app to the server's messages. */
  readonly warn: (text: string) => void
}

type OpenedAddress = Pick<ElicitRequestURLParams, 'message' | 'url'> &
  Partial<Pick<ElicitRequestURLParams, 'elicitationId'>>

/** Limits the log and the memory that a talkative server takes. */
const MAX_MESSAGES_A_TURN = 100
const MAX_TEXT = 2_000
/**
 * Limits the interruptions of a person. Questions that need no answer count as well, because nothing else limits their
 * cost within a turn.
 */
const MAX_QUESTIONS_A_TURN = 20
/** A server that only wanted the address opened is not waited for: its call ends at once. */
const MIN_WAIT_MS = 300
/** Addresses that one failed call may ask for. */
const MAX_ADDRESSES = 3
const DECLINED = 'The user has not allowed it for this server.'
/** MCP revision 2025-11-25, "Sampling", error handling. */
const REJECTED_BY_USER = -1

/**
 * Receives the messages and requests that a server sends by itself (MCP revision 2025-11-25: logging, sampling,
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
  const reportRequest = (
    method: ServerRequest['method'],
    outcome: ServerRequest['outcome'],
    request: string,
    answer: string,
    cost: Pick<ServerRequest, 'usage' | 'cost_usd'> = { usage: null, cost_usd: null },
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

  // Reached by requests without a handler: not allowed, so not declared, but a server may send them all the same.
  client.fallbackRequestHandler = async ({ method, params }) => {
    if (method === 'sampling/createMessage' || method === 'elicitation/create')
      reportRequest(method, 'declined', JSON.stringify(params), DECLINED)
    throw new ProtocolError(ErrorCode.MethodNotFound, DECLINED)
  }

  /** The timer of the current call pauses. */
  const ask = async (asking: Omit<Asking, 'server' | 'turn'>, signal: AbortSignal): Promise<Answer | Unanswered> => {
    if (!listener?.ask) return { action: 'cancel', why: 'No one is there to answer.' }
    // These belong to the question before.
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

  /** Asks the person to open an address. Throws `BadForm`. */
  const askToOpen = async ({ message, url }: OpenedAddress, signal: AbortSignal): Promise<Answer['action']> => {
    const address = readAddress(url, server)
    const answer = await ask({ kind: 'address', message: readMessage(message), fields: [], address }, signal)
    const isOpened = answer.action === 'accept'
    const declined = 'why' in answer ? answer.why : 'The user has not opened the address.'
    const asked = `${message}\n${address}`
    reportRequest('elicitation/create', isOpened ? 'answered' : 'declined', asked, isOpened ? 'Opened.' : declined)
    return answer.action
  }

  /** Elicitations whose end the server may report, by their id. */
  const open = new Map<string, AbortController>()
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
    open.get(params.elicitationId)?.abort(),
  )

  /**
   * Its signal aborts when the server reports that the person is done at the address
   * (`notifications/elicitation/complete`), also before the person has said that they opened it.
   */
  const whileOpen = async <Result>(
    { elicitationId }: OpenedAddress,
    act: (done: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const done = new AbortController()
    if (elicitationId !== undefined) open.set(elicitationId, done)
    try {
      return await act(done.signal)
    } finally {
      if (elicitationId !== undefined && open.get(elicitationId) === done) open.delete(elicitationId)
    }
  }

  /** Waits until the server reports that the person is done, or the person says so. Resolves to whether they are. */
  const waitUntilDone = async (
    { message, url }: OpenedAddress,
    done: AbortSignal,
    signal: AbortSignal,
  ): Promise<boolean> => {
    if (done.aborted) return true
    const address = readAddress(url, server)
    const waiting = AbortSignal.any([signal, done])
    const { action } = await ask({ kind: 'opened', message: readMessage(message), fields: [], address }, waiting)
    return done.aborted || action === 'accept'
  }

  const waitWhileCalled = async (opened: OpenedAddress, done: AbortSignal) => {
    const { running } = clock
    if (running === null) return
    await sleep(MIN_WAIT_MS, undefined, { signal: running }).catch(() => {})
    if (!running.aborted) await waitUntilDone(opened, done, running)
  }

  if (server.allowElicitation)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }): Promise<ElicitResult> => {
      try {
        if (params.mode === 'url') {
          return await new Promise<ElicitResult>((answer, fail) => {
            whileOpen(params, async (done) => {
              const action = await askToOpen(params, signal)
              answer({ action })
              // The server has its answer; the limit of the call pauses while the person is at the address.
              if (action === 'accept') await waitWhileCalled(params, done)
            }).catch(fail)
          })
        }
        const fields = readForm(params.requestedSchema)
        const answer = await ask({ kind: 'form', message: readMessage(params.message), fields }, signal)
        if (answer.action !== 'accept') {
          reportRequest(
            'elicitation/create',
            'declined',
            params.message,
            'why' in answer ? answer.why : `The user has ${answer.action === 'decline' ? 'declined' : 'cancelled'} it.`,
          )
          return { action: answer.action }
        }
        const isSecret = (name: string) =>
          fields.some((field) => field.name === name && field.input.kind === 'text' && field.input.isSecret)
        reportRequest(
          'elicitation/create',
          'answered',
          params.message,
          JSON.stringify(answer.content, (name, value: unknown) => (isSecret(name) ? MASK : value)),
        )
        return {
          action: 'accept',
          content: Object.fromEntries(
            Object.entries(answer.content).map(([name, value]) => [
              name,
              typeof value === 'object' ? [...value] : value,
            ]),
          ),
        }
      } catch (error) {
        if (!(error instanceof BadForm)) throw error
        reportRequest('elicitation/create', 'failed', params.message, error.message)
        throw new ProtocolError(ErrorCode.InvalidParams, error.message)
      }
    })

  if (server.allowSampling)
    client.setRequestHandler(
      CreateMessageRequestSchema,
      async ({ params }, { signal }): Promise<CreateMessageResult> => {
        let asked = JSON.stringify(params.messages)
        let cost: Pick<ServerRequest, 'usage' | 'cost_usd'> = { usage: null, cost_usd: null }
        const refused = (why: string | null) => {
          reportRequest('sampling/createMessage', 'declined', asked, why ?? 'The user has refused it.', cost)
          return new ProtocolError(REJECTED_BY_USER, 'The user rejected the sampling request')
        }
        try {
          if (!listener?.sample) throw new Error('there is no model to ask')
          const { sample } = listener
          const prompt = chatMessages(params)
          const allowed = await ask(promptQuestion(prompt, sample.model, params.maxTokens), signal)
          if (allowed.action !== 'accept') throw refused('why' in allowed ? allowed.why : null)
          const messages = promptOf(prompt, allowed.content)
          asked = JSON.stringify(messages)
          const reply = await sample.ask({
            messages,
            maxTokens: params.maxTokens,
            temperature: params.temperature ?? null,
            signal: AbortSignal.any([signal, listening.signal]),
          })
          cost = { usage: reply.usage, cost_usd: reply.costUsd }
          const seen = await ask(replyQuestion(reply), signal)
          if (seen.action !== 'accept') throw refused('why' in seen ? seen.why : null)
          const text = replyOf(reply, seen.content)
          reportRequest('sampling/createMessage', 'answered', asked, text, cost)
          return {
            role: 'assistant',
            content: { type: 'text', text },
            model: reply.model,
            stopReason: reply.finishReason === 'length' ? 'maxTokens' : 'endTurn',
          }
        } catch (error) {
          if (error instanceof BadForm) {
            reportRequest('sampling/createMessage', 'failed', asked, error.message, cost)
            throw new ProtocolError(ErrorCode.InvalidParams, error.message)
          }
          if (!(error instanceof ProtocolError && error.code === REJECTED_BY_USER))
            reportRequest('sampling/createMessage', 'failed', asked, (error as Error).message, cost)
          throw error
        }
      },
    )

  return {
    async openAddresses(error) {
      if (!server.allowElicitation || !(error instanceof UrlElicitationRequiredError)) return null
      try {
        let isDone = true
        for (const wanted of addressesIn(error.data)) {
          const wasDone = await whileOpen(wanted, async (done) =>
            (await askToOpen(wanted, listening.signal)) === 'accept'
              ? waitUntilDone(wanted, done, listening.signal)
              : null,
          )
          if (wasDone === null) return 'The user has not opened the address that this tool needs.'
          isDone &&= wasDone
        }
        return isDone
          ? 'The user is done at the address that this tool needs: call it again.'
          : 'The user has opened the address that this tool needs: call it again once they are done there.'
      } catch (refused) {
        if (refused instanceof BadForm) return refused.message
        throw refused
      }
    },
    listen(next) {
      // Cancels the questions of a turn that is over.
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

/** Checked here, because the SDK does not check the data of an error. */
const addressesIn = (data: unknown): readonly OpenedAddress[] =>
  (isRecord(data) && Array.isArray(data.elicitations) ? (data.elicitations as unknown[]) : [])
    .slice(0, MAX_ADDRESSES)
    .flatMap((each) =>
      isRecord(each) && typeof each.url === 'string' && typeof each.message === 'string'
        ? [
            {
              message: each.message,
              url: each.url,
              ...(typeof each.elicitationId === 'string' && { elicitationId: each.elicitationId }),
            },
          ]
        : [],
    )

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
