import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { tryParseJson } from '@shared/base/json/bound-json'
import { readBody, refuse, refuseWith } from './http-body'
import { idInUse, isAnswer, isRequest, PARSE_ERROR, readMessage } from './json-rpc'
import { REVISIONS } from './mcp-server'

/**
 * The requests of one POST and where their answers go: to nobody, once who asked has gone away. What was asked is done
 * all the same.
 */
interface Exchange {
  readonly response: ServerResponse
  readonly waiting: Set<RequestId>
  readonly answers: JSONRPCMessage[]
  readonly isBatch: boolean
}

/** Told, or Node sends an empty body in chunks. */
const NO_BODY = { 'Content-Length': 0 }
export const SESSION_OVER = 'This session is over or never was. Initialize a new one.'
const EVENT_STREAM = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  Connection: 'keep-alive',
}

/**
 * One client's session over Streamable HTTP (MCP revision 2025-11-25, "Transports"), straight on Node's HTTP: the SDK's
 * transport turns every request into the Web's objects and back, which costs more than a turn of the game. Streams
 * cannot be resumed: a session lives on loopback.
 */
export class HttpSession implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  readonly sessionId = randomUUID()
  /** Answer a POST with one JSON body once all of it is answered, instead of a stream. */
  readonly #plainAnswers: boolean
  /** Resolves when the message that has come is to be answered. */
  readonly #myTurn: () => Promise<void>
  /** Called when it is about to be initialized: what keeps it from beginning, or null. */
  readonly #begin: () => string | null
  /** Of each request that is under way, by its id. */
  readonly #exchanges = new Map<RequestId, Exchange>()
  #stream: ServerResponse | null = null
  #isClosed = false

  constructor({
    plainAnswers,
    myTurn,
    begin,
  }: {
    readonly plainAnswers: boolean
    readonly myTurn: () => Promise<void>
    readonly begin: () => string | null
  }) {
    this.#plainAnswers = plainAnswers
    this.#myTurn = myTurn
    this.#begin = begin
  }

  async start(): Promise<void> {}

  /** To the POST that it belongs to, else to the client's own stream; to nobody where that is not open. */
  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const id = isAnswer(message) ? message.id : options?.relatedRequestId
    if (id === undefined) {
      if (this.#stream) writeEvent(this.#stream, message)
      return
    }
    const exchange = this.#exchanges.get(id)
    if (!exchange) return
    if (!this.#plainAnswers) writeEvent(exchange.response, message)
    else if (isAnswer(message)) exchange.answers.push(message)
    if (isAnswer(message)) this.#settle(id)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const { response } of this.#exchanges.values()) response.end()
    this.#exchanges.clear()
    this.#stream?.end()
    this.onclose?.()
  }

  /** Answers one HTTP request of this session. `isNew`: it must be the one that initializes it. */
  async handle(request: IncomingMessage, response: ServerResponse, isNew: boolean): Promise<void> {
    if (isNew && request.method !== 'POST')
      return refuse(response, 400, 'Initialize a session first, by a POST without Mcp-Session-Id.')
    const version = request.headers['mcp-protocol-version']
    if (typeof version === 'string' && !REVISIONS.includes(version))
      return refuse(
        response,
        400,
        `The protocol version ${version} is not supported; these are: ${REVISIONS.join(', ')}.`,
      )
    switch (request.method) {
      case 'POST':
        return this.#post(request, response, isNew)
      case 'GET':
        return this.#openStream(request, response)
      case 'DELETE':
        await this.close()
        response.writeHead(200, NO_BODY).end()
        return
      default:
        response.setHeader('Allow', 'GET, POST, DELETE')
        return refuse(response, 405, 'Method not allowed.')
    }
  }

  async #post(request: IncomingMessage, response: ServerResponse, isNew: boolean): Promise<void> {
    if (!accepts(request, 'application/json') || !accepts(request, 'text/event-stream'))
      return refuse(response, 406, 'The client must accept application/json and text/event-stream.')
    if (request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
      return refuse(response, 415, 'The content type must be application/json.')
    const body = await readBody(request)
    if (body === null) return refuse(response, 413, 'The message is too long.')
    const messages = parseMessages(body)
    if (messages === null) return refuse(response, 400, 'The body is not a JSON-RPC message.', PARSE_ERROR)
    if (isNew !== messages.list.some((message) => isRequest(message) && message.method === 'initialize'))
      return refuse(response, 400, isNew ? 'Initialize a session first.' : 'This session is initialized already.')
    if (isNew && messages.list.length > 1)
      return refuse(response, 400, 'A session is initialized by one message alone.')
    await this.#myTurn()
    if (this.#isClosed) return refuse(response, 404, SESSION_OVER)
    const ids = messages.list.filter(isRequest).map(({ id }) => id)
    const taken = ids.find((id, index) => this.#exchanges.has(id) || ids.indexOf(id) < index)
    if (taken !== undefined) return refuseWith(response, 400, idInUse(taken))
    const whyNot = isNew ? this.#begin() : null
    if (whyNot !== null) return refuse(response, 503, whyNot)
    this.#receive(messages, ids, response)
  }

  #receive({ list, isBatch }: Messages, ids: readonly RequestId[], response: ServerResponse): void {
    if (ids.length === 0) response.writeHead(202, NO_BODY).end()
    else {
      const exchange: Exchange = { response, waiting: new Set(ids), answers: [], isBatch }
      for (const id of ids) this.#exchanges.set(id, exchange)
      if (!this.#plainAnswers)
        response.writeHead(200, { ...EVENT_STREAM, 'Mcp-Session-Id': this.sessionId }).flushHeaders()
    }
    for (const message of list) {
      this.onmessage?.(message)
      // What is cancelled gets no answer: its POST is let go.
      if ('method' in message && message.method === 'notifications/cancelled')
        this.#settle(message.params?.requestId as RequestId)
    }
  }

  #settle(id: RequestId): void {
    const exchange = this.#exchanges.get(id)
    this.#exchanges.delete(id)
    exchange?.waiting.delete(id)
    if (exchange?.waiting.size === 0) this.#finish(exchange)
  }

  #finish({ response, answers, isBatch }: Exchange): void {
    if (!this.#plainAnswers) response.end()
    else if (answers.length === 0) response.writeHead(202, NO_BODY).end()
    else {
      const body = JSON.stringify(isBatch ? answers : answers[0])
      // With its length told, head and body leave in one packet; without it, in chunks.
      response
        .writeHead(200, {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          'Mcp-Session-Id': this.sessionId,
        })
        .end(body)
    }
  }

  #openStream(request: IncomingMessage, response: ServerResponse): void {
    if (!accepts(request, 'text/event-stream'))
      return refuse(response, 406, 'The client must accept text/event-stream.')
    if (this.#stream) return refuse(response, 409, 'This session has a stream already.')
    this.#stream = response
    response.once('close', () => (this.#stream = null))
    response.writeHead(200, { ...EVENT_STREAM, 'Mcp-Session-Id': this.sessionId }).flushHeaders()
  }
}

interface Messages {
  readonly list: readonly JSONRPCMessage[]
  /** Clients of revision 2025-03-26 may send several at once, and get as many answers. */
  readonly isBatch: boolean
}

const MOST_IN_A_BATCH = 100

function parseMessages(body: string): Messages | null {
  const json = tryParseJson(body)
  const isBatch = Array.isArray(json)
  const list = (isBatch ? json : [json]) as unknown[]
  const messages = list.flatMap((message) => readMessage(message) ?? [])
  const isSound = list.length > 0 && list.length <= MOST_IN_A_BATCH && messages.length === list.length
  return isSound ? { list: messages, isBatch } : null
}

const accepts = ({ headers }: IncomingMessage, type: string) =>
  headers.accept?.includes(type) === true || headers.accept === '*/*'

const writeEvent = (response: ServerResponse, message: JSONRPCMessage) =>
  void response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
