import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect as connectTo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { HostApi } from '@shared/contract/contract'
import { LONGEST_TEXT } from '@shared/contract/define'
import { connectApi, type Port } from '@shared/contract/rpc'
import { MAX_CONNECTIONS } from '../../base/limits/connections'
import type { Host } from '../../host/host'
import { startWebShell, type WebShell } from './server'

/** A host with a name and a counter, which is enough to test calls and feeds. */
let openFeeds = 0
const LINES = '{"seq":0}\n'.repeat(10_000)
const api = {
  async *readOutline() {
    yield { bytes: new TextEncoder().encode(LINES) }
  },
  importKnowledge: async ({ text }: { text: string }) => ({ added: text.length }),
  deleteSecret: async ({ name }: { name: string }) => ({ name }),
  async *watchLibrary(_params: object, signal: AbortSignal) {
    openFeeds++
    signal.addEventListener('abort', () => openFeeds--, { once: true })
    for (let n = 0; !signal.aborted; n++) yield { changed: [], removed: [String(n), 'x'.repeat(100_000)] }
  },
} as unknown as HostApi
const host: Pick<Host, 'api'> = { api }
const forwarding = { key: 'the-key', answer: () => null }

let folder: string
let shell: WebShell
let port: number
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-shell-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>page</title>')
  await writeFile(join(folder, 'assets/main.js'), 'let a')
  await writeFile(join(folder, 'assets/long.js'), 'x'.repeat(500_000))
  shell = await startWebShell({ host, rendererFolder: folder, port: 0, forwarding })
  const url = new URL(shell.url)
  port = Number(url.port)
  token = url.searchParams.get('token') ?? ''
})
afterAll(async () => {
  await shell.close()
  await rm(folder, { recursive: true, force: true })
})

/** Replaces `fetch`, which cannot set the Host header. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let body = ''
      response
        .on('data', (chunk) => (body += String(chunk)))
        .on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }))
    })
    asked.on('error', reject).end()
  })
}

/** "open", or the status with which the handshake was refused. */
function handshake(path: string, headers: Record<string, string> = {}) {
  return new Promise<string | number>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
    socket.on('open', () => {
      socket.terminate()
      resolve('open')
    })
    socket.on('unexpected-response', (_request, response) => {
      socket.terminate()
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', () => {})
  })
}

describe('the page', () => {
  it('is served with a strict policy, also at its bare address, which a reload requests', async () => {
    const { status, body, headers } = await get(`/?token=${token}`)
    expect([status, body]).toEqual([200, '<!doctype html><title>page</title>'])
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://127.0.0.1:${port}`)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(await get('/')).toMatchObject({ status: 200, body })
  })

  it('serves an empty document for tool views that may connect only to the hosts in its address', async () => {
    const policyOf = async (path: string) => (await get(path)).headers['content-security-policy']
    expect(await policyOf('/mcp-view')).toMatch(/connect-src 'none'.*frame-ancestors 'self'; sandbox allow-scripts$/)
    expect(await policyOf('/mcp-view?connect=https%3A%2F%2Fapi.example.com&load=*')).toContain(
      'connect-src https://api.example.com;',
    )
    expect((await get('/mcp-view', { host: 'evil.example' })).status).toBe(403)
  })

  it('is refused under another name or from another site', async () => {
    expect((await get('/', { host: `evil.example:${port}` })).status).toBe(403)
    expect((await get('/', { host: '127.0.0.1' })).status).toBe(403)
    expect((await get('/assets/main.js', { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('serves no file outside its folder, and only reads', async () => {
    expect((await get(`/../package.json?token=${token}`)).status).toBe(404)
    expect((await get(`/assets/..%2f..%2fpackage.json`)).status).toBe(404)
    expect((await get(`/?token=${token}`, {}, 'POST')).status).toBe(405)
    expect(await get(`/?token=${token}`, {}, 'HEAD')).toMatchObject({ status: 200, body: '' })
  })
})

describe('many connections', () => {
  it('are refused beyond a limit, and allowed again once others close', async () => {
    const opened = await Promise.all(Array.from({ length: 3 * MAX_CONNECTIONS }, () => openConnection()))
    const open = () => opened.filter((connection) => !connection.closed)
    await expect.poll(() => open().length).toBe(MAX_CONNECTIONS)
    for (const connection of opened) connection.destroy()
    await expect
      .poll(() =>
        get('/').then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
      .toBe(200)
  })

  it('that request files without reading hold at most one copy of each', async () => {
    const connection = await openConnection()
    connection.pause()
    const before = process.memoryUsage().arrayBuffers
    connection.write(`GET /assets/long.js HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(500))
    await answersMore()
    const grown = process.memoryUsage().arrayBuffers - before
    connection.destroy()
    expect(grown).toBeLessThan(50e6) // 500 copies would take 250 MB
  })
})

/** Resolves after answers to many later requests: by then the server has read what was sent before. */
async function answersMore(): Promise<void> {
  for (let n = 0; n < 50; n++) await get('/')
}

/** A connection that sends nothing by itself. */
function openConnection(): Promise<Socket> {
  return new Promise((resolve) => {
    const connection = connectTo(port, '127.0.0.1', () => resolve(connection)).on('error', () => {})
  })
}

describe('the socket', () => {
  it('opens for our own page', async () => {
    expect(await handshake(`/socket?token=${token}`, { origin: `http://127.0.0.1:${port}` })).toBe('open')
    expect(
      await handshake(`/socket?token=${token}`, { origin: `http://localhost:${port}`, host: `localhost:${port}` }),
    ).toBe('open')
  })

  it('explains to a refused page whether its token was wrong', async () => {
    expect((await get('/socket')).status).toBe(403)
    expect((await get('/socket?token=wrong', {}, 'HEAD')).status).toBe(403)
    expect((await get(`/socket?token=${token}`, {}, 'HEAD')).status).toBe(426)
    expect((await get(`/socket?token=${token}`, { origin: 'https://evil.example' })).status).toBe(403)
  })

  it('comes with the key of the next address, only for the right token', async () => {
    expect((await get('/forwarding-key')).status).toBe(403)
    expect((await get('/forwarding-key?token=wrong')).status).toBe(403)
    expect(await get(`/forwarding-key?token=${token}`)).toMatchObject({ status: 200, body: 'the-key' })
  })

  it('does not accept what a browser sends to a server on another port', async () => {
    const other = await listenBeside()
    const browser = cookieJar()
    for (const path of [`/?token=${token}`, '/assets/main.js', `/socket?token=${token}`])
      browser.keep((await get(path)).headers['set-cookie'])
    // Cookies are not separated by port: the browser sends them to every server of this machine.
    await fetch(other.url, { headers: { cookie: browser.cookie() } })
    const { cookie = '' } = await other.seen
    const opened = await Promise.all(
      ['/', '/index.html', '/assets/main.js', '/socket'].map((path) => get(path, { cookie })),
    )
    const learnt =
      [cookie, ...opened.flatMap(({ body, headers }) => [body, JSON.stringify(headers)])]
        .join(' ')
        .match(/[\w-]{8,}/g) ?? []
    expect(await handshake('/socket', { cookie })).toBe(403)
    for (const guess of new Set(learnt))
      expect([guess, await handshake(`/socket?token=${guess}`, { cookie })]).toEqual([guess, 403])
    other.close()
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
    await expect(client.deleteSecret({ name: '' })).rejects.toMatchObject({ kind: 'bad_input' })
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

  it('takes the longest text of a command, and refuses a longer one without closing', async () => {
    const { socket, client } = await connect()
    const text = '\u0001'.repeat(LONGEST_TEXT)
    expect(await client.importKnowledge({ text })).toEqual({ added: LONGEST_TEXT })
    await expect(client.checkMcpConfig({ text })).rejects.toMatchObject({ kind: 'bad_input' })
    socket.terminate()
  })

  it('packs lines of a log and sends them ahead of their message', async () => {
    const socket = await openSocket()
    const frames: (readonly [data: Buffer, isBinary: boolean])[] = []
    const answered = new Promise<void>((resolve) =>
      socket.on('message', (data, isBinary) => {
        frames.push([data as Buffer, isBinary])
        if (!isBinary) resolve()
      }),
    )
    socket.send(
      JSON.stringify({ id: 9, kind: 'open', name: 'readOutline', params: { episodeId: 'long', aroundTurn: null } }),
    )
    socket.send(JSON.stringify({ id: 9, kind: 'next' }))
    await answered
    socket.terminate()
    const [[packed], [message]] = frames as [[Buffer, true], [Buffer, false]]
    expect(packed.length).toBeLessThan(LINES.length / 10)
    expect(inflateRawSync(packed).toString()).toBe(LINES)
    expect(JSON.parse(message.toString())).toEqual({ id: 9, kind: 'batch', value: {} })
  })

  it('ends a connection that does not speak JSON', async () => {
    const { socket } = await connect()
    const code = new Promise((resolve) => socket.on('close', resolve))
    socket.send('{"id":')
    expect(await code).toBe(1007)
  })

  it('stops reading from a page that sends requests and does not read answers', async () => {
    const { socket } = await connect()
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external
    socket.send(JSON.stringify({ id: 1, kind: 'open', name: 'watchLibrary', params: {} }))
    socket.pause()
    for (let n = 0; n < 2000; n++) socket.send(JSON.stringify({ id: 1, kind: 'next' }))
    await answersMore()
    const grown = process.memoryUsage().arrayBuffers + process.memoryUsage().external - before
    socket.terminate()
    expect(grown).toBeLessThan(40e6) // the 2000 answers would be 200 MB
    await expect.poll(() => openFeeds).toBe(0)
  })
})

it('a port in use is reported with the way out', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const taken = (other.address() as AddressInfo).port
  await expect(startWebShell({ host, rendererFolder: folder, port: taken })).rejects.toMatchObject({
    kind: 'bad_input',
    message: expect.stringContaining(`Port ${taken} is in use`) as string,
  })
  other.close()
})

/** A web server on a separate port, and the headers of the first request that reaches it. */
async function listenBeside() {
  const server = createServer()
  const seen = new Promise<NodeJS.Dict<string | string[]> & { cookie?: string }>((resolve) =>
    server.on('request', (asked, response) => {
      response.end()
      resolve(asked.headers)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen, close: () => server.close() }
}

/** Stores cookies as a browser does for a host. */
function cookieJar() {
  const kept: string[] = []
  return {
    keep: (set: string | string[] = []) => void kept.push(...[set].flat().map((cookie) => cookie.split(';')[0] ?? '')),
    cookie: () => kept.join('; '),
  }
}

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
