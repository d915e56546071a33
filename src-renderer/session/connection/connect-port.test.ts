import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectPort } from './connect-port'

/** The web shell as the page sees it: whether it accepts a socket, and its answer to an HTTP request for it. */
let opens = false
let answer: () => Promise<Response> = () => Promise.reject(new TypeError('Failed to fetch'))
let asked: URL[] = []

class FakeSocket extends EventTarget {
  constructor() {
    super()
    queueMicrotask(() => this.dispatchEvent(new Event(opens ? 'open' : 'close')))
  }
  close() {}
}

beforeEach(() => {
  asked = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', (url: URL) => {
    asked.push(url)
    return answer()
  })
  sessionStorage.setItem('zorkgpt-token', 'old')
})
afterEach(() => {
  opens = false
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const connect = () => connectPort(new AbortController().signal)

it('distinguishes a restarted host with another token from one that is down', async () => {
  answer = async () => new Response(null, { status: 403 })
  await expect(connect()).rejects.toMatchObject({ kind: 'other_token' })
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(connect()).rejects.toMatchObject({ kind: 'disconnected' })
})

it('asks with its token, and treats a host that accepts it as one that is coming back', async () => {
  answer = async () => new Response(null, { status: 426 })
  await expect(connect()).rejects.toMatchObject({ kind: 'disconnected' })
  expect(asked.map((url) => `${url.pathname}${url.search}`)).toEqual(['/socket?token=old'])
})

it('fails at once if the web shell requires a token and there is none', async () => {
  sessionStorage.clear()
  answer = async () => new Response(null, { status: 403 })
  await expect(connect()).rejects.toMatchObject({ kind: 'no_token' })
  expect(asked.map((url) => `${url.pathname}${url.search}`)).toEqual(['/socket'])
})

it('removes its listeners after a failed attempt', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const { signal } = new AbortController()
  const listeners = new Set<unknown>()
  vi.spyOn(signal, 'addEventListener').mockImplementation((_type, listener) => void listeners.add(listener))
  vi.spyOn(signal, 'removeEventListener').mockImplementation((_type, listener) => void listeners.delete(listener))
  await expect(connectPort(signal)).rejects.toMatchObject({ kind: 'disconnected' })
  expect(listeners.size).toBe(0)
})

it('sends no request if the socket opens', async () => {
  opens = true
  await expect(connect()).resolves.toBeDefined()
  expect(asked).toEqual([])
})
