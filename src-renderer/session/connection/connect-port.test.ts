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
  vi.stubGlobal('fetch', (url: URL | string) => {
    asked.push(new URL(url, location.href))
    return answer()
  })
  sessionStorage.setItem('zorkgpt-token', 'old')
})
afterEach(() => {
  opens = false
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`
const connect = () => connectPort(new AbortController().signal)

it('distinguishes a restarted host with another token from one that is down', async () => {
  answer = async () => new Response(null, { status: 403 })
  await expect(connect()).rejects.toMatchObject({ kind: 'other_token' })
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(connect()).rejects.toMatchObject({ kind: 'disconnected' })
})

it('sends its token, and treats a host that accepts it as restarting', async () => {
  answer = async () => new Response(null, { status: 426 })
  await expect(connect()).rejects.toMatchObject({ kind: 'disconnected' })
  expect(asked.map(pathOf)).toEqual(['/socket?token=old'])
})

it('fails at once if the web shell requires a token and there is none', async () => {
  sessionStorage.clear()
  answer = async () => new Response(null, { status: 403 })
  await expect(connect()).rejects.toMatchObject({ kind: 'no_token' })
  expect(asked.map(pathOf)).toEqual(['/socket'])
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

it('requests the key of the next address with the socket, and finds that address after a restart', async () => {
  const key = crypto.getRandomValues(new Uint8Array(32))
  const url = 'http://127.0.0.1:2/?token=new'
  opens = true
  answer = async () => new Response(Buffer.from(key).toString('base64url'))
  await expect(connect()).resolves.toBeDefined()
  await vi.waitFor(() => expect(asked.map(pathOf)).toEqual(['/forwarding-key?token=old']))

  // Another program on the port, which would give its own key.
  answer = async () => new Response(Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'))
  await expect(connect()).resolves.toBeDefined()

  opens = false
  const answerWith = (address: string) => async () => {
    const context = `${location.port} ${/nonce=(.+)$/.exec(String(asked.at(-1)))?.[1]}`
    return new Response(await encrypt(address, key, context))
  }
  answer = answerWith(url)
  await expect(connect()).rejects.toMatchObject({ kind: 'other_token', detail: { address: url } })
  answer = answerWith('http://elsewhere.example/')
  await expect(connect()).rejects.toMatchObject({ kind: 'disconnected' })
  // A recorded answer to an earlier request, which another program on the port could replay.
  const kept = await encrypt(url, key, `${location.port} earlier`)
  answer = async () => new Response(kept)
  await expect(connect()).rejects.toMatchObject({ kind: 'disconnected' })
})

async function encrypt(text: string, key: Uint8Array<ArrayBuffer>, context: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const cipher = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(context) }
  const imported = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const bytes = await crypto.subtle.encrypt(cipher, imported, new TextEncoder().encode(text))
  return Buffer.concat([iv, new Uint8Array(bytes)]).toString('base64')
}
