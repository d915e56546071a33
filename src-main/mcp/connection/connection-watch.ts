import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { Launch } from '../transport/start-program'

/** Observes one connection from its first step, for the log and the connection test of the window. */
export interface ConnectionWatch {
  /** Called when the program was found. */
  readonly onResolved?: (launch: Launch) => void
  /** Called when the process runs; over the network, before anything is sent. */
  readonly onStarted?: () => void
  readonly onMessage?: (direction: 'sent' | 'received', message: JSONRPCMessage) => void
  readonly onStderr?: (chunk: Buffer) => void
  /** Called for each line of standard output that is not a message, with secrets masked. */
  readonly onStray?: (line: string) => void
  /** Called when nothing more will be received; with how the program ended, e.g. "exited with code 1", if known. */
  readonly onEnded?: (how?: string) => void
}

export const tapTransport = (transport: Transport, watch: ConnectionWatch): Transport =>
  new TappedTransport(transport, watch)

/** A transport that reports every message that passes through it. */
class TappedTransport implements Transport {
  readonly #inner: Transport
  readonly #watch: ConnectionWatch

  constructor(inner: Transport, watch: ConnectionWatch) {
    this.#inner = inner
    this.#watch = watch
  }

  get onmessage(): Transport['onmessage'] {
    return this.#inner.onmessage
  }
  set onmessage(handler: Transport['onmessage']) {
    this.#inner.onmessage =
      handler &&
      ((message, extra) => {
        this.#watch.onMessage?.('received', message)
        handler(message, extra)
      })
  }
  get onclose(): Transport['onclose'] {
    return this.#inner.onclose
  }
  set onclose(handler: Transport['onclose']) {
    this.#inner.onclose = () => {
      this.#watch.onEnded?.()
      handler?.()
    }
  }
  get onerror(): Transport['onerror'] {
    return this.#inner.onerror
  }
  set onerror(handler: Transport['onerror']) {
    this.#inner.onerror = handler
  }
  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version)
  }
  async start(): Promise<void> {
    await this.#inner.start()
    this.#watch.onStarted?.()
  }
  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    this.#watch.onMessage?.('sent', message)
    return this.#inner.send(message, options)
  }
  close(): Promise<void> {
    return this.#inner.close()
  }
}
