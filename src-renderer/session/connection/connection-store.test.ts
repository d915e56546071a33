import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Port } from '@shared/contract/rpc'
import { hostApi, keepConnected, useConnection } from './connection-store'

interface Opened extends Port {
  close(): void
}
function openPort(): Opened {
  const listeners: (() => void)[] = []
  return {
    post: () => undefined,
    onMessage: () => undefined,
    onClose: (listener) => void listeners.push(listener),
    close: () => {
      for (const listener of listeners) listener()
    },
  }
}
const connection = () => useConnection.getState().connection

let closing: AbortController
beforeEach(() => {
  vi.useFakeTimers()
  closing = new AbortController()
})
afterEach(() => {
  closing.abort()
  vi.useRealTimers()
  useConnection.setState({ connection: { phase: 'connecting' }, tryNow: () => undefined })
})

it('there is an API while the port is open, and none after it has closed', async () => {
  const port = openPort()
  void keepConnected(async () => port, closing.signal)
  await vi.advanceTimersByTimeAsync(0)
  expect(hostApi()).not.toBeNull()
  port.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(connection()).toMatchObject({ phase: 'lost', attempt: 1, reason: 'disconnected' })
  expect(hostApi()).toBeNull()
})

it('waits longer after each failure, and not at all on request', async () => {
  let attempts = 0
  void keepConnected(async () => {
    attempts++
    throw new Error('refused')
  }, closing.signal)
  const waits: number[] = []
  for (let failures = 0; failures < 5; failures++) {
    await vi.advanceTimersByTimeAsync(0)
    const lost = connection()
    if (lost.phase !== 'lost') throw new Error(`It is ${lost.phase}.`)
    waits.push((lost.retryAtMs ?? NaN) - Date.now())
    useConnection.getState().tryNow()
  }
  expect(waits).toEqual([2000, 4000, 8000, 15_000, 15_000])
  expect(attempts).toBe(5)
})

it('stays lost during a retry, however long that takes', async () => {
  const port = openPort()
  const attempts = [Promise.resolve<Port>(port), new Promise<Port>(() => undefined)]
  void keepConnected(() => attempts.shift() ?? Promise.reject(new Error('refused')), closing.signal)
  await vi.advanceTimersByTimeAsync(0)
  port.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection()).toEqual({ phase: 'lost', attempt: 1, retryAtMs: null, reason: 'disconnected' })
})

it('reconnects', async () => {
  const [first, second] = [openPort(), openPort()]
  const ports = [first, second]
  void keepConnected(async () => ports.shift() ?? openPort(), closing.signal)
  await vi.advanceTimersByTimeAsync(0)
  const before = connection()
  first.close()
  await vi.advanceTimersByTimeAsync(1000)
  expect(hostApi()).not.toBeNull()
  expect(connection()).not.toBe(before)
})

it('sends nothing over a closed port when feeds are cancelled', async () => {
  const sent: unknown[] = []
  const port = { ...openPort(), post: (message: unknown) => void sent.push(message) }
  // A browser runs microtasks between two listeners.
  const listeners: (() => void)[] = []
  port.onClose = (listener) => void listeners.push(listener)
  void keepConnected(async () => port, closing.signal)
  await vi.advanceTimersByTimeAsync(0)
  const feed = new AbortController()
  const reading = hostApi()
    ?.watchLibrary({}, feed.signal)
    [Symbol.asyncIterator]()
    .next()
    .catch(() => null)
  const stop = useConnection.subscribe(() => feed.abort())
  sent.length = 0
  for (const listener of listeners) {
    listener()
    await vi.advanceTimersByTimeAsync(0)
  }
  await reading
  stop()
  expect(sent).toEqual([])
})
