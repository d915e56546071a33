import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectPort } from './connect-port'

/** A host's door, as the page meets it: whether it takes a socket, and what it answers to a request for the socket. */
let opens = false
let answer: () => Promise<Response> = () => Promise.reject(new TypeError('Failed to fetch'))
let asked: URL[] = []

class DoorSocket extends EventTarget {
  constructor() {
    super()
    queueMicrotask(() => this.dispatchEvent(new Event(opens ? 'open' : 'close')))
  }
  close() {}
}

beforeEach(() => {
  asked = []
  vi.stubGlobal('WebSocket', DoorSocket)
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

it('tells a host that was started anew with another token from one that is away', async () => {
  answer = async () => new Response(null, { status: 403 })
  await expect(connect()).rejects.toMatchObject({ kind: 'other_token' })
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(connect()).rejects.toMatchObject({ kind: 'disconnected' })
})

it('asks with the token that it has, and takes a host that knows it for one that was just coming back', async () => {
  answer = async () => new Response(null, { status: 426 })
  await expect(connect()).rejects.toMatchObject({ kind: 'disconnected' })
  expect(asked.map((url) => `${url.pathname}${url.search}`)).toEqual(['/socket?token=old'])
})

it('without a token says so at once where a web shell wants one', async () => {
  sessionStorage.clear()
  answer = async () => new Response(null, { status: 403 })
  await expect(connect()).rejects.toMatchObject({ kind: 'no_token' })
  expect(asked.map((url) => `${url.pathname}${url.search}`)).toEqual(['/socket'])
})

it('leaves nothing behind of an attempt that failed', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const { signal } = new AbortController()
  const kept = new Set<unknown>()
  vi.spyOn(signal, 'addEventListener').mockImplementation((_type, listener) => void kept.add(listener))
  vi.spyOn(signal, 'removeEventListener').mockImplementation((_type, listener) => void kept.delete(listener))
  await expect(connectPort(signal)).rejects.toMatchObject({ kind: 'disconnected' })
  expect(kept.size).toBe(0)
})

it('asks nothing of a host that takes the socket', async () => {
  opens = true
  await expect(connect()).resolves.toBeDefined()
  expect(asked).toEqual([])
})
