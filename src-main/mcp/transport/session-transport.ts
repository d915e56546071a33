import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isInitializeRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { AnswerReader } from '../reader/answer-reader'
import { describeError, NotDelivered } from './protocol-error'
import { FORGOTTEN } from './read-answers'

/**
 * Streamable HTTP that begins a new session when the server forgets the old one (404: MCP revision 2025-11-25, "Session
 * Management"). A refused message had no effect, so it is sent again. A running call is not repeated, because the
 * server may have acted on it. The client does not notice.
 */
export class SessionTransport implements Transport {
  onmessage?: Transport['onmessage']
  onerror?: (error: Error) => void
  onclose?: () => void

  readonly #open: () => StreamableHTTPClientTransport
  readonly #reader: AnswerReader
  #inner: StreamableHTTPClientTransport
  #version: string | null = null
  #initialize: JSONRPCMessage | null = null
  #renewing: Promise<void> | null = null
  #renewals = 0
  /** The requests without an answer. `isBegun`: the server has accepted the request. */
  readonly #requests = new Map<string | number, { readonly message: JSONRPCMessage; isBegun: boolean }>()
  /** The messages being sent, each until the server has accepted or refused it. */
  readonly #sends = new Set<Promise<void>>()
  /** Receives the answer to the handshake of a new session. */
  #greeted: ((answer: JSONRPCMessage) => void) | null = null

  constructor(open: () => StreamableHTTPClientTransport, reader: AnswerReader) {
    this.#open = open
    this.#reader = reader
    this.#inner = open()
  }

  async start(): Promise<void> {
    this.#listen()
    await this.#inner.start()
  }

  setProtocolVersion(version: string): void {
    this.#version = version
    this.#inner.setProtocolVersion(version)
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (isInitializeRequest(message)) this.#initialize = message
    const request = { message, isBegun: false }
    if ('method' in message && 'id' in message) this.#requests.set(message.id, request)
    await this.#renewing
    const inner = this.#inner
    try {
      await this.#track(inner.send(message, options))
    } catch (error) {
      if (!isForgotten(error) || inner.sessionId === undefined || this.#version === null) throw error
      await this.#sendAgain(inner, message, options)
    }
    request.isBegun = true
  }

  async #sendAgain(old: StreamableHTTPClientTransport, message: JSONRPCMessage, options?: TransportSendOptions) {
    await this.#renew(old)
    await this.#track(this.#inner.send(message, options)).catch((again: unknown) => {
      throw isForgotten(again) ? new NotDelivered('the server forgets each session at once') : again
    })
  }

  #track(send: Promise<void>): Promise<void> {
    this.#sends.add(send)
    return send.finally(() => this.#sends.delete(send))
  }

  /** Ends the session explicitly, if the server answers. */
  terminateSession(): Promise<void> {
    return this.#inner.terminateSession()
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  #listen(): void {
    const inner = this.#inner
    inner.onmessage = (message: JSONRPCMessage) => {
      if (!('id' in message) || message.id === undefined || 'method' in message) return this.onmessage?.(message)
      if (message.id === this.#greeting) return this.#greeted?.(message)
      const request = this.#requests.get(message.id)
      this.#requests.delete(message.id)
      if (!request || !('error' in message) || message.error.message !== FORGOTTEN) return this.onmessage?.(message)
      // The refusal came after the beginning of the answer; the call had no effect.
      const id = message.id
      this.#sendAgain(inner, request.message).catch((error: unknown) =>
        this.onmessage?.(this.#reader.failed(id, describeError(error))),
      )
    }
    inner.onerror = (error) => this.onerror?.(error)
    inner.onclose = () => this.onclose?.()
  }

  get #greeting(): string {
    return `session-${this.#renewals}`
  }

  /** Begins a new session. If several messages are refused at the same time, the first one does it. */
  async #renew(old: StreamableHTTPClientTransport): Promise<void> {
    if (this.#inner === old) this.#renewing ??= this.#beginAgain(old).finally(() => (this.#renewing = null))
    await this.#renewing
  }

  async #beginAgain(old: StreamableHTTPClientTransport): Promise<void> {
    old.onerror = old.onclose = () => {}
    // Other messages to the old session are refused too; closing their connections now would hide that.
    void Promise.allSettled(this.#sends).then(() => old.close())
    this.#renewals++
    this.#inner = this.#open()
    this.#listen()
    try {
      await this.#inner.start()
      const answered = new Promise<JSONRPCMessage>((resolve) => (this.#greeted = resolve))
      await this.#inner.send({ ...this.#initialize, id: this.#greeting } as JSONRPCMessage)
      const answer = await answered
      if ('error' in answer) throw new Error(answer.error.message)
      this.#inner.setProtocolVersion(this.#version ?? '')
      await this.#inner.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    } catch (error) {
      throw new NotDelivered(`the server forgot the session, and a new one could not be begun: ${describeError(error)}`)
    }
    this.#reader.notice('The server forgot the session: a new one was begun, without the state of the old one.')
    for (const [id, { isBegun }] of this.#requests) {
      if (!isBegun) continue
      this.#requests.delete(id)
      this.onmessage?.(
        this.#reader.failed(id, 'the server forgot the session while it ran this call, which was not repeated'),
      )
    }
    // The new session may have other tools.
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  }
}

const isForgotten = (error: unknown): boolean => error instanceof StreamableHTTPError && error.code === 404
