import { createServer, request } from 'node:http'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { connectApi, type Port } from '@shared/contract/rpc'
import type { HostApi } from '@shared/contract/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Host } from '../../host/host'
import { startWebShell, type WebShell } from './server'

/** A host that knows its name and counts, which is enough to see calls and feeds cross. */
let openFeeds = 0
const LINES = '{"seq":0}\n'.repeat(10_000)
const api = {
  readTurns: async () => ({ bytes: new TextEncoder().encode(LINES) }),
  deleteSecret: async ({ name }: { name: string }) => ({ name }),
  async *watchLibrary(_params: object, signal: AbortSignal) {
    openFeeds++
    signal.addEventListener('abort', () => openFeeds--, { once: true })
    for (let n = 0; !signal.aborted; n++) yield { changed: [], removed: [String(n), 'x'.repeat(100_000)] }
  },
} as unknown as HostApi
const host: Pick<Host, 'api'> = { api }

let folder: string
let shell: WebShell
let port: number
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-shell-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>page</title>')
  await writeFile(join(folder, 'assets/main.js'), 'let a')
  shell = await startWebShell({ host, rendererFolder: folder, port: 0 })
  const url = new URL(shell.url)
  port = Number(url.port)
  token = url.searchParams.get('token') ?? ''
})
afterAll(async () => {
  await shell.close()
  await rm(folder, { recursive: true, force: true })
})

/** Not `fetch`, which does not let the Host header be chosen. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += String(chunk))).on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }))
    })
    asked.on('error', reject).end()
  })
}

/** "open", or the status with which the handshake was refused. */
function handshake(path: string, headers: Record<string, string> = {}) {
  return new Promise<string | number>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
    socket.on('open', () => { socket.terminate(); resolve('open') })
    socket.on('unexpected-response', (_request, response) => { socket.terminate(); resolve(response.statusCode ?? 0) })
    socket.on('error', () => {})
  })
}

describe('the page', () => {
  it('is given to whoever has the token, with a strict policy', async () => {
    const { status, body, headers } = await get(`/?token=${token}`)
    expect([status, body]).toEqual([200, '<!doctype html><title>page</title>'])
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://127.0.0.1:${port}`)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY', 'content-type': 'text/html; charset=utf-8' })
  })

  it('is found again by a reload, which has the cookie instead of the token', async () => {
    const cookie = String((await get(`/?token=${token}`)).headers['set-cookie'])
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await get('/', { cookie: `other=1; ${cookie.split(';')[0]}` })).status).toBe(200)
    expect((await get('/', { cookie: `zorkgpt-${port}=wrong` })).status).toBe(403)
  })

  it.each(['/', '/?token=', '/?token=wrong', '/index.html'])('is refused without the right token: %s', async (path) => {
    expect((await get(path)).status).toBe(403)
  })

  it('is refused under another name or from another site', async () => {
    expect((await get(`/?token=${token}`, { host: `evil.example:${port}` })).status).toBe(403)
    expect((await get(`/?token=${token}`, { host: '127.0.0.1' })).status).toBe(403)
    expect((await get('/assets/main.js', { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('has no file outside its folder, and is only read', async () => {
    expect((await get(`/../package.json?token=${token}`)).status).toBe(404)
    expect((await get(`/assets/..%2f..%2fpackage.json`)).status).toBe(404)
    expect((await get(`/?token=${token}`, {}, 'POST')).status).toBe(405)
    expect(await get(`/?token=${token}`, {}, 'HEAD')).toMatchObject({ status: 200, body: '' })
  })
})

describe('the socket', () => {
  it('opens for our own page', async () => {
    expect(await handshake(`/socket?token=${token}`, { origin: `http://127.0.0.1:${port}` })).toBe('open')
    expect(await handshake(`/socket?token=${token}`, { origin: `http://localhost:${port}`, host: `localhost:${port}` })).toBe('open')
  })

  it('is refused with a wrong token, a cookie, a foreign origin, a foreign host or another path', async () => {
    expect(await handshake('/socket?token=wrong')).toBe(403)
    expect(await handshake('/socket', { cookie: `zorkgpt-${port}=${token}` })).toBe(403)
    expect(await handshake(`/socket?token=${token}`, { origin: 'https://evil.example' })).toBe(403)
    expect(await handshake(`/socket?token=${token}`, { origin: `http://127.0.0.1:${port + 1}` })).toBe(403)
    expect(await handshake(`/socket?token=${token}`, { origin: 'null' })).toBe(403)
    expect(await handshake(`/socket?token=${token}`, { host: `evil.example:${port}` })).toBe(403)
    expect(await handshake(`/other?token=${token}`)).toBe(403)
  })

  it('carries commands and feeds, and a connection that is cut ends its feeds', async () => {
    const { socket, client } = await connect()
    expect(await client.deleteSecret({ name: 'TOKEN' })).toEqual({ name: 'TOKEN' })
    await expect(client.deleteSecret({ name: '' })).rejects.toMatchObject({ code: 'bad_params' })
    const batches: string[] = []
    for await (const { removed } of client.watchLibrary({}, new AbortController().signal)) {
      batches.push(removed[0] ?? '')
      if (batches.length === 3) break
    }
    expect(batches).toEqual(['0', '1', '2'])
    const feed = client.watchLibrary({}, new AbortController().signal)[Symbol.asyncIterator]()
    await feed.next()
    socket.terminate()
    await expect.poll(() => openFeeds).toBe(0)
  })

  it('packs lines of a log and sends them ahead of their message', async () => {
    const socket = await openSocket()
    const frames: (readonly [data: Buffer, isBinary: boolean])[] = []
    const answered = new Promise<void>((resolve) => socket.on('message', (data, isBinary) => {
      frames.push([data as Buffer, isBinary])
      if (!isBinary) resolve()
    }))
    socket.send(JSON.stringify({ id: 9, kind: 'call', name: 'readTurns', params: { episodeId: 'long', fromTurn: 1, toTurn: 2 } }))
    await answered
    socket.terminate()
    const [[packed], [message]] = frames as [[Buffer, true], [Buffer, false]]
    expect(packed.length).toBeLessThan(LINES.length / 10)
    expect(inflateRawSync(packed).toString()).toBe(LINES)
    expect(JSON.parse(message.toString())).toEqual({ id: 9, kind: 'result', value: {} })
  })

  it('ends a connection that does not speak JSON', async () => {
    const { socket } = await connect()
    const code = new Promise((resolve) => socket.on('close', resolve))
    socket.send('{"id":')
    expect(await code).toBe(1007)
  })

  it('stops reading from a page that asks and does not read', async () => {
    const { socket } = await connect()
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external
    socket.send(JSON.stringify({ id: 1, kind: 'open', name: 'watchLibrary', params: {} }))
    socket.pause()
    for (let n = 0; n < 2000; n++) socket.send(JSON.stringify({ id: 1, kind: 'next' }))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const grown = process.memoryUsage().arrayBuffers + process.memoryUsage().external - before
    socket.terminate()
    expect(grown).toBeLessThan(40e6) // the 2000 answers would be 200 MB
    await expect.poll(() => openFeeds).toBe(0)
  })
})

it('a port in use is named, with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const taken = (other.address() as AddressInfo).port
  await expect(startWebShell({ host, rendererFolder: folder, port: taken })).rejects.toMatchObject({ code: 'port_in_use', message: expect.stringContaining(`Port ${taken} is in use`) as string })
  other.close()
})

async function openSocket(): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket?token=${token}`)
  await new Promise((resolve) => socket.once('open', resolve))
  return socket
}

async function connect() {
  const socket = await openSocket()
  const clientPort: Port = {
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) => void socket.on('message', (data) => listener(JSON.parse((data as Buffer).toString()))),
    onClose: (listener) => void socket.on('close', listener),
  }
  return { socket, client: connectApi<HostApi>(clientPort) }
}
