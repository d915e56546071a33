import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { settings } from '@shared/config/settings'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { memorySecrets } from '../secrets/secret-store'
import { openSecrets } from '../secrets/secrets'
import { createMcpManager, type McpManager } from './mcp-manager'
import { everythingAgreed } from './testing/everything-agreed'
import type { ToolSession } from './tool-session'

/** Servers that other people wrote, and HTTP as it goes wrong. */
const peer = (name: string) => resolve(import.meta.dirname, `../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)
const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-peers-'))
const managers: McpManager[] = []
const children: ChildProcess[] = []
const servers: Server[] = []
const signal = new AbortController().signal

afterEach(async () => {
  await Promise.all(managers.splice(0).map((manager) => manager.close()))
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

function open(entry: Readonly<Record<string, unknown>>): Promise<ToolSession | null> {
  const configFile = join(folder, `${managers.length}.json`)
  writeFileSync(configFile, JSON.stringify({ mcpServers: { peer: entry } }))
  const manager = createMcpManager({ configFile, settings: settings.parse({}).mcp, appRoot: '', env: { ...process.env, SECRET_WORD: 'plugh' }, secrets: openSecrets(memorySecrets(), {}, []), agreements: everythingAgreed, now: () => performance.now() })
  managers.push(manager)
  return manager.openSession({ turn: 1, signal, record: () => {} })
}
const call = (session: ToolSession | null, toolName: string, parameters: Readonly<Record<string, unknown>>) => session?.callTool({ toolName, arguments: parameters, signal })

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function freePort(): Promise<number> {
  const url = await listen(() => {})
  servers.pop()?.close()
  return Number(new URL(url).port)
}

/** server-everything, which says on standard error when it listens. */
async function startEverything(mode: 'streamableHttp' | 'sse'): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  const port = await freePort()
  const child = spawn(process.execPath, [peer('everything'), mode], { env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'pipe'] })
  children.push(child)
  let said = ''
  while (!said.includes(String(port))) said += String((await once(child.stderr, 'data'))[0])
  return { port, child }
}

describe('server-everything', () => {
  it('over stdio: tools, structured content, and its end although it ignores the end of its input', async () => {
    const session = await open({ command: 'node', args: [peer('everything'), 'stdio'] })
    expect(session?.tools.length).toBeGreaterThan(10)
    expect(await call(session, 'peer.echo', { message: 'hello sailor' })).toMatchObject({ kind: 'result', content: 'Echo: hello sailor' })
    expect(await call(session, 'peer.get-sum', { a: 5, b: 3 })).toMatchObject({ kind: 'result', content: expect.stringContaining('8') })
    expect(await call(session, 'peer.get-structured-content', { location: 'New York' })).toMatchObject({ kind: 'result', content: { temperature: expect.any(Number) } })
    expect(await call(session, 'peer.get-sum', { a: 'five' })).toMatchObject({ kind: 'result', isError: true })
    await session?.close()
  })

  it('over Streamable HTTP: the same', async () => {
    const { port } = await startEverything('streamableHttp')
    const session = await open({ url: `http://127.0.0.1:${port}/mcp` })
    expect(session?.tools.length).toBeGreaterThan(10)
    expect(await call(session, 'peer.echo', { message: 'hello sailor' })).toMatchObject({ kind: 'result', content: 'Echo: hello sailor' })
    await session?.close()
  })

  it('over Streamable HTTP: a server that goes away is reported as dead', async () => {
    const { port, child } = await startEverything('streamableHttp')
    const session = await open({ url: `http://127.0.0.1:${port}/mcp` })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await call(session, 'peer.echo', { message: 'x' })).toMatchObject({ kind: 'died' })
  })

  it('over Streamable HTTP: a server that dies in a call is reported at once, not at the timeout', async () => {
    const { port, child } = await startEverything('streamableHttp')
    const session = await open({ url: `http://127.0.0.1:${port}/mcp` })
    const waiting = call(session, 'peer.trigger-long-running-operation', { duration: 60, steps: 2 })
    await call(session, 'peer.echo', { message: 'so the other call has reached it' })
    child.kill('SIGKILL')
    expect(await waiting).toMatchObject({ kind: 'died' })
  })

  it('over SSE, named as such or found as the fallback', async () => {
    const { port } = await startEverything('sse')
    for (const type of ['sse', 'http']) {
      const session = await open({ type, url: `http://127.0.0.1:${port}/sse` })
      expect(await call(session, 'peer.echo', { message: type })).toMatchObject({ kind: 'result', content: `Echo: ${type}` })
      await session?.close()
    }
  })
})

describe('server-sequential-thinking', () => {
  it('decision 15: works in the place of thoughtbox', async () => {
    const session = await open({ command: 'node', args: [peer('sequential-thinking')] })
    expect(session?.tools.map((tool) => tool.function.name)).toEqual(['peer.sequentialthinking'])
    const thought = { thought: 'The grating is locked.', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true }
    expect(await call(session, 'peer.sequentialthinking', thought)).toEqual({
      kind: 'result',
      serverName: 'peer',
      isError: false,
      content: { thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true, branches: [], thoughtHistoryLength: 1 },
    })
  })
})

describe('HTTP that goes wrong', () => {
  it('401 says what to do, and SSE is not tried', async () => {
    const methods: (string | undefined)[] = []
    const url = await listen((request, response) => {
      methods.push(request.method)
      response.writeHead(401).end()
    })
    await expect(open({ url })).rejects.toThrow('put an Authorization header into its `headers`')
    expect(methods).toEqual(['POST'])
  })

  it('configured headers are sent, and their secrets not shown', async () => {
    const seen: unknown[] = []
    const url = await listen((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(500).end('Bearer plugh is not welcome')
    })
    const message = await open({ url, headers: { Authorization: 'Bearer ${SECRET_WORD}' } }).catch((error: Error) => error.message)
    expect(seen).toEqual(['Bearer plugh'])
    expect(message).toContain(`URL: ${url}`)
    expect(message).toContain('••• is not welcome')
    expect(message).not.toContain('plugh')
  })

  it('nobody there is a failure with the reason', async () => {
    await expect(open({ url: `http://127.0.0.1:${await freePort()}/mcp` })).rejects.toThrow('ECONNREFUSED')
  })

  it('a server that never answers is given up', async () => {
    const url = await listen(() => {})
    await expect(open({ url, connectTimeoutMs: 200 })).rejects.toThrow('did not get ready within 0.2 s')
  })
})
