import { ExpectedError, packError, unpackError, type PackedError } from '../base/expected-error'
import { isBeyond } from '../base/json/bound-json'
import type { EntryKind } from './define'

/** A duplex port. A request for the next batch acknowledges the previous one, so neither side queues. */
export interface Port {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  onClose(listener: () => void): void
}

/** Each command is an async function; each feed is an async iterable that ends when its signal aborts. */
export type AnyApi = Readonly<Record<string, (params: never, signal: AbortSignal) => unknown>>

type ToHost =
  | { readonly id: number; readonly kind: 'call' | 'open'; readonly name: string; readonly params: unknown }
  | { readonly id: number; readonly kind: 'next' | 'close' }
type ToClient =
  | { readonly id: number; readonly kind: 'result' | 'batch'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'error'; readonly error: PackedError }
  | { readonly id: number; readonly kind: 'end' }

/** Validates a call from the other side, which is untrusted (see contract.ts). Throws `bad_input`. */
type CheckParams = (kind: EntryKind, name: string, params: unknown) => unknown

/** Size in bytes of the largest story that fits into one message of a page as base64. */
export const MAX_STORY_BYTES = 2_800_000
export const MAX_UPLOAD_BASE64 = Math.ceil((MAX_STORY_BYTES * 4) / 3)

/** Maximum number of open calls: a page has a few dozen. */
const MAX_AT_ONCE = 500

/** Answers calls until `port` closes, which aborts every feed. Calls beyond `MAX_AT_ONCE` are refused. */
export function serveApi(port: Port, api: AnyApi, checkParams: CheckParams): void {
  const feeds = new Map<number, { iterator: AsyncIterator<unknown>; abort: AbortController }>()
  const post = (message: ToClient) => port.post(message)
  const checked = (kind: EntryKind, name: string, params: unknown) => {
    // Values from a message port were never text, so no parser has limited them.
    if (isBeyond(params))
      throw new ExpectedError('bad_input', `The parameters of "${name}" are too many, or nested too deeply.`)
    return checkParams(kind, name, params)
  }
  const fail = (id: number, error: unknown) => post({ id, kind: 'error', error: packError(error) })
  let waiting = 0
  const answered = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= MAX_AT_ONCE) throw tooMany()
    waiting++
    try {
      return await work()
    } finally {
      waiting--
    }
  }
  const endFeed = (id: number) => {
    const feed = feeds.get(id)
    feeds.delete(id)
    feed?.abort.abort()
    // Ends a feed even while it waits for a request. Its errors are dropped, because nothing could receive them.
    void feed?.iterator.return?.().catch(() => undefined)
  }

  const handlers: { readonly [Kind in ToHost['kind']]: (message: ToHost) => void | Promise<void> } = {
    async call(message) {
      const { name, params } = message as Extract<ToHost, { kind: 'call' | 'open' }>
      const command = api[name] as (params: unknown) => Promise<unknown>
      const value = await answered(async () => command(checked('command', name, params)))
      post({ id: message.id, kind: 'result', value })
    },
    open(message) {
      const { id, name, params } = message as Extract<ToHost, { kind: 'call' | 'open' }>
      endFeed(id)
      if (feeds.size >= MAX_AT_ONCE) throw tooMany()
      const abort = new AbortController()
      const feed = api[name] as (params: unknown, signal: AbortSignal) => AsyncIterable<unknown>
      feeds.set(id, { iterator: feed(checked('feed', name, params), abort.signal)[Symbol.asyncIterator](), abort })
    },
    async next({ id }) {
      const feed = feeds.get(id)
      if (!feed) return
      const { done, value } = await answered(() => feed.iterator.next())
      if (feeds.get(id) !== feed) return
      if (done) feeds.delete(id)
      post(done ? { id, kind: 'end' } : { id, kind: 'batch', value })
    },
    close: ({ id }) => endFeed(id),
  }

  port.onMessage((raw) => {
    if (!isToHost(raw)) return
    const answer = async () => handlers[raw.kind](raw)
    answer().catch((error: unknown) => {
      endFeed(raw.id)
      fail(raw.id, error)
    })
  })
  port.onClose(() => {
    for (const id of feeds.keys()) endFeed(id)
  })
}

/**
 * The API at the other end of the port. A call with a signal opens a feed. After the port closes, calls reject with
 * `disconnected`.
 */
export function connectApi<HostApi>(port: Port): HostApi {
  const waiting = new Map<number, { resolve: (message: ToClient) => void; reject: (error: Error) => void }>()
  let nextId = 1
  let closed = false

  const ask = (message: ToHost) =>
    new Promise<ToClient>((resolve, reject) => {
      if (closed) return reject(disconnected())
      waiting.set(message.id, { resolve, reject })
      port.post(message)
    })
  port.onMessage((raw) => {
    const message = raw as ToClient
    const waiter = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'error') waiter?.reject(unpackError(message.error))
    else waiter?.resolve(message)
  })
  port.onClose(() => {
    closed = true
    for (const { reject } of waiting.values()) reject(disconnected())
    waiting.clear()
  })

  const callCommand = async (name: string, params: unknown) => {
    const reply = await ask({ id: nextId++, kind: 'call', name, params })
    return reply.kind === 'result' ? reply.value : undefined
  }
  async function* openFeed(name: string, params: unknown, signal: AbortSignal) {
    const id = nextId++
    const close = () => {
      if (!closed) port.post({ id, kind: 'close' } satisfies ToHost)
      waiting.get(id)?.resolve({ id, kind: 'end' })
      waiting.delete(id)
    }
    if (signal.aborted) return
    if (closed) throw disconnected()
    port.post({ id, kind: 'open', name, params } satisfies ToHost)
    signal.addEventListener('abort', close, { once: true })
    try {
      while (!signal.aborted) {
        const reply = await ask({ id, kind: 'next' })
        if (reply.kind !== 'batch') return
        yield reply.value
      }
    } finally {
      signal.removeEventListener('abort', close)
      if (!signal.aborted) close()
    }
  }
  const methodOf = (name: string) => (params: unknown, signal?: AbortSignal) =>
    signal === undefined ? callCommand(name, params) : openFeed(name, params, signal)
  // `await` looks up `then`, but the api is not a promise.
  return new Proxy({}, { get: (_none, name) => (name === 'then' ? undefined : methodOf(String(name))) }) as HostApi
}

const tooMany = () => new ExpectedError('not_possible', 'Too many requests are pending. Wait until some are answered.')
const disconnected = () => new ExpectedError('disconnected', 'The connection to the host is gone.')

function isToHost(raw: unknown): raw is ToHost {
  if (typeof raw !== 'object' || raw === null || !('id' in raw) || !('kind' in raw)) return false
  const { id, kind } = raw
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return false
  if (kind === 'next' || kind === 'close') return true
  return (kind === 'call' || kind === 'open') && 'name' in raw && typeof raw.name === 'string'
}
