import { isRecord } from '@shared/base/json/is-record'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { InitializeResult, JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { idInUse, INTERNAL_ERROR, isRequest, METHOD_NOT_FOUND, type Params, RpcError } from './json-rpc'

/** Newest first. */
export const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']

/** What a server says of itself. */
export type About = Pick<InitializeResult, 'serverInfo' | 'capabilities' | 'instructions'>

/** A request that is being answered. */
export interface Call {
  /** Aborts when the client cancels the request or is gone. */
  readonly signal: AbortSignal
  /** Tells the client something that belongs to this request. */
  readonly notify: (method: string, params: Params) => Promise<void>
}

/** Makes the result of a request. What it throws is answered as an error: an `RpcError` with its own code. */
export type Method = (params: Params, call: Call) => object | Promise<object>

/**
 * The server's end of one MCP connection (revision 2025-11-25): it answers requests and asks nothing. The SDK's
 * `Server` checks every message some eight times against zod schemas and takes longer to load than Node to start; a
 * turn of a game costs less than that, and a thoughtbox is started for every turn. The SDK's client and the official
 * conformance suite hold this one to the protocol.
 */
export class McpServer {
  readonly #about: About
  readonly #methods = new Map<string, Method>()
  readonly #calls = new Map<RequestId, AbortController>()
  #transport: Transport | null = null
  #clientName: string | null = null
  /** The client is ready to be told things. */
  onInitialized?: () => void

  constructor(about: About) {
    this.#about = about
    this.answer('initialize', (params) => this.#initialize(params))
    this.answer('ping', () => ({}))
  }

  /** What the client calls itself, once it has said so. */
  get clientName(): string | null {
    return this.#clientName
  }

  answer(method: string, make: Method): void {
    this.#methods.set(method, make)
  }

  async connect(transport: Transport): Promise<void> {
    this.#transport = transport
    const { onclose } = transport
    transport.onmessage = (message) => this.#receive(message)
    transport.onclose = () => {
      this.#transport = null
      for (const call of this.#calls.values()) call.abort()
      onclose?.()
    }
    await transport.start()
  }

  /** Tells the client something of its own accord. Whoever has left is told no more, and that is no fault. */
  async notify(method: string, params?: Params): Promise<void> {
    await this.#send({ jsonrpc: '2.0', method, ...(params && { params: { ...params } }) })
  }

  #receive(message: JSONRPCMessage): void {
    if (isRequest(message)) {
      if (this.#calls.has(message.id)) void this.#send(idInUse(message.id))
      else void this.#respond(message)
    } else if (!('method' in message)) return
    else if (message.method === 'notifications/cancelled') this.#cancel(message.params?.requestId as RequestId)
    else if (message.method === 'notifications/initialized') this.onInitialized?.()
  }

  /** From now on the id may be that of another request. */
  #cancel(id: RequestId): void {
    this.#calls.get(id)?.abort()
    this.#calls.delete(id)
  }

  async #respond({ id, method, params = {} }: JSONRPCRequest): Promise<void> {
    const call = new AbortController()
    this.#calls.set(id, call)
    const notify: Call['notify'] = async (notification, about) => {
      if (!call.signal.aborted) await this.#send({ jsonrpc: '2.0', method: notification, params: { ...about } }, id)
    }
    let answer: JSONRPCMessage
    try {
      const make = this.#methods.get(method)
      if (!make) throw new RpcError(METHOD_NOT_FOUND, `There is no method ${method}.`)
      answer = { jsonrpc: '2.0', id, result: { ...(await make(params, { signal: call.signal, notify })) } }
    } catch (error) {
      const { code, data } = error instanceof RpcError ? error : { code: INTERNAL_ERROR }
      answer = {
        jsonrpc: '2.0',
        id,
        error: { code, message: error instanceof Error ? error.message : String(error), ...(data && { data }) },
      }
    }
    if (call.signal.aborted) return
    this.#calls.delete(id)
    await this.#send(answer)
  }

  async #send(message: JSONRPCMessage, relatedRequestId?: RequestId): Promise<void> {
    await this.#transport?.send(message, { relatedRequestId }).catch(() => {})
  }

  #initialize({ protocolVersion, clientInfo }: Params): InitializeResult {
    if (isRecord(clientInfo) && typeof clientInfo.name === 'string') this.#clientName = clientInfo.name
    return {
      protocolVersion: REVISIONS.find((revision) => revision === protocolVersion) ?? REVISIONS[0]!,
      ...this.#about,
    }
  }
}
