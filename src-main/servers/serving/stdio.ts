import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { cancelledId, idInUse, isAnswer, isRequest } from './json-rpc'

/** The server's end of a connection. It refuses a request with the id of an unanswered request. */
export class UniqueIdsTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly #inner: Transport
  readonly #openIds = new Set<RequestId>()

  constructor(inner: Transport) {
    this.#inner = inner
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.()
    this.#inner.onerror = (error) => this.onerror?.(error)
    this.#inner.onmessage = (message, extra) => {
      if (isRequest(message)) {
        if (this.#openIds.has(message.id)) return void this.#inner.send(idInUse(message.id))
        this.#openIds.add(message.id)
      }
      const cancelled = cancelledId(message)
      if (cancelled !== undefined) this.#openIds.delete(cancelled)
      this.onmessage?.(message, extra)
    }
    await this.#inner.start()
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (isAnswer(message) && message.id !== undefined) this.#openIds.delete(message.id)
    await this.#inner.send(message, options)
  }

  async close(): Promise<void> {
    await this.#inner.close()
  }
}

/**
 * Ends this process, after `close`, when its input ends, its output breaks, or a signal arrives. A parent that was
 * killed may leave the pipe open in another process, so its pid is checked as well.
 */
export function exitWithParent(close: () => Promise<void>): void {
  let isLeaving = false
  const leave = () => {
    if (isLeaving) return
    isLeaving = true
    void close().finally(() => process.exit(0))
  }
  process.stdin.once('end', leave).once('close', leave).once('error', leave)
  process.stdout.once('error', leave)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent || !isRunning(parent)) leave()
  }, 1000).unref()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
