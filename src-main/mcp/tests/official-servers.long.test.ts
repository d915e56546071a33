import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { defaultsOf } from '@shared/mcp/questions/question'
import { settings } from '@shared/settings/settings'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { createMcpManager, type McpManager, type McpManagerOptions } from '../mcp-manager'
import { createMcpConfigService } from '../panel/mcp-config-service'
import type { Sample } from '../questions/sampling'
import type { ToolSession } from '../tools/tool-session'
import { everythingAgreed } from './everything-agreed.testkit'
import { MISLEADING } from './misleading-errors.testkit'
import { answeringPerson } from './person.testkit'

/** Servers of other authors, and faults of HTTP. */
const peer = (name: string) =>
  resolve(import.meta.dirname, `../../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)
const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-peers-'))
const managers: McpManager[] = []
const children: ChildProcess[] = []
const servers: Server[] = []
const signal = new AbortController().signal
const canCurl = spawnSync('sh', ['-c', 'curl --version']).status === 0
const NEEDS_CURL = canCurl ? '' : ' (skipped: there is no sh with curl)'

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

function open(
  entry: Readonly<Record<string, unknown>>,
  more: Partial<McpManagerOptions> = {},
  sample?: Sample,
): Promise<ToolSession | null> {
  const configFile = join(folder, `${managers.length}.json`)
  writeFileSync(configFile, JSON.stringify({ mcpServers: { peer: entry } }))
  const manager = createMcpManager({
    configFile,
    settings: settings.parse({}).mcp,
    appRoot: '',
    env: { ...process.env, SECRET_WORD: 'plugh' },
    secrets: openSecrets(memorySecrets(), {}, []),
    agreements: everythingAgreed,
    now: () => performance.now(),
    ...more,
  })
  managers.push(manager)
  return manager.openSession({ turn: 1, signal, record: () => {}, ...(sample && { sample }) })
}
const call = (session: ToolSession | null, toolName: string, parameters: Readonly<Record<string, unknown>>) =>
  session?.callTool({ toolName, arguments: parameters, signal })

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

/** server-everything, which prints to standard error when it listens. */
async function startEverything(
  mode: 'streamableHttp' | 'sse',
): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  const port = await freePort()
  const child = spawn(process.execPath, [peer('everything'), mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  let said = ''
  while (!said.includes(String(port))) said += String((await once(child.stderr, 'data'))[0])
  return { port, child }
}

describe('server-everything', () => {
  it('over stdio: offers tools and structured content, and is ended although it ignores the end of its input', async () => {
    const session = await open({ command: 'node', args: [peer('everything'), 'stdio'] })
    expect(session?.tools.length).toBeGreaterThan(10)
    expect(await call(session, 'peer.echo', { message: 'hello sailor' })).toMatchObject({
      kind: 'result',
      content: 'Echo: hello sailor',
    })
    expect(await call(session, 'peer.get-sum', { a: 5, b: 3 })).toMatchObject({
      kind: 'result',
      content: expect.stringContaining('8'),
    })
    expect(await call(session, 'peer.get-structured-content', { location: 'New York' })).toMatchObject({
      kind: 'result',
      content: { temperature: expect.any(Number) },
    })
    expect(await call(session, 'peer.get-sum', { a: 'five' })).toMatchObject({ kind: 'result', isError: true })
    await session?.close()
  })

  it('over Streamable HTTP: tools and structured content', async () => {
    const { port } = await startEverything('streamableHttp')
    const session = await open({ url: `http://127.0.0.1:${port}/mcp` })
    expect(session?.tools.length).toBeGreaterThan(10)
    expect(await call(session, 'peer.echo', { message: 'hello sailor' })).toMatchObject({
      kind: 'result',
      content: 'Echo: hello sailor',
    })
    await session?.close()
  })

  it.skipIf(!canCurl)(`over Streamable HTTP: a call as it is copied for curl${NEEDS_CURL}`, async () => {
    const { port } = await startEverything('streamableHttp')
    const configFile = join(folder, 'curl.json')
    const headers = { 'X-Key': '${secret:SECRET_WORD}' }
    writeFileSync(
      configFile,
      JSON.stringify({ mcpServers: { peer: { url: `http://127.0.0.1:${port}/mcp`, headers } } }),
    )
    const service = createMcpConfigService({
      configFile,
      settings: () => settings.parse({}).mcp,
      appRoot: '',
      env: {},
      secrets: openSecrets(memorySecrets(), {}, []),
      agreements: everythingAgreed,
      now: () => performance.now(),
    })
    const message = `it's $(touch x) "\n`
    const line = await service.writeCall('peer', { tool: 'echo', arguments: { message } }, 'curl')
    await service.close()
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { env: { ...process.env, SECRET_WORD: 'plugh' } })
    expect(JSON.parse(/^data: (.*)$/m.exec(stdout)?.[1] ?? '')).toMatchObject({
      result: { content: [{ type: 'text', text: `Echo: ${message}` }] },
    })
  })

  it('over Streamable HTTP: a server that goes away is reported as dead', async () => {
    const { port, child } = await startEverything('streamableHttp')
    const session = await open({ url: `http://127.0.0.1:${port}/mcp` })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await call(session, 'peer.echo', { message: 'x' })).toMatchObject({ kind: 'died' })
  })

  it('over Streamable HTTP: a server that dies in a call is reported at once', async () => {
    const { port, child } = await startEverything('streamableHttp')
    const session = await open({ url: `http://127.0.0.1:${port}/mcp` })
    const waiting = call(session, 'peer.trigger-long-running-operation', { duration: 60, steps: 2 })
    await call(session, 'peer.echo', { message: 'so the other call has reached it' })
    child.kill('SIGKILL')
    expect(await waiting).toMatchObject({ kind: 'died' })
  })

  it('over SSE, by its type or as the fallback', async () => {
    const { port } = await startEverything('sse')
    for (const type of ['sse', 'http']) {
      const session = await open({ type, url: `http://127.0.0.1:${port}/sse` })
      expect(await call(session, 'peer.echo', { message: type })).toMatchObject({
        kind: 'result',
        content: `Echo: ${type}`,
      })
      await session?.close()
    }
  })
})

describe('server-sequential-thinking', () => {
  it('decision 15: works instead of thoughtbox', async () => {
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

describe('faults of HTTP', () => {
  it('a 401 is reported with what to do, and SSE is not tried', async () => {
    const methods: (string | undefined)[] = []
    const url = await listen((request, response) => {
      methods.push(request.method)
      response.writeHead(401).end()
    })
    await expect(open({ url })).rejects.toThrow('the server requires authorization (HTTP 401)')
    expect(methods).toEqual(['POST'])
  })

  it('configured headers are sent, and their secrets not shown', async () => {
    const seen: unknown[] = []
    const url = await listen((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(500).end('Bearer plugh is not welcome')
    })
    const message = await open({ url, headers: { Authorization: 'Bearer ${SECRET_WORD}' } }).catch(
      (error: Error) => error.message,
    )
    expect(seen).toEqual(['Bearer plugh'])
    expect(message).toContain(`URL: ${url}`)
    expect(message).toContain('••• is not welcome')
    expect(message).not.toContain('plugh')
  })

  it('an unreachable server is a failure with the reason', async () => {
    await expect(open({ url: `http://127.0.0.1:${await freePort()}/mcp` })).rejects.toThrow('ECONNREFUSED')
  })

  it.each(['http', 'sse'])('a server that never answers fails after its time limit: %s', async (type) => {
    const url = await listen(() => {})
    await expect(open({ type, url, connectTimeoutMs: 200 })).rejects.toThrow('did not get ready within 0.2 s')
  })

  it.each([...MISLEADING])(
    'an error answer is an error of the server, whatever its text: %i %s',
    async (code, message) => {
      const session = await open({ url: await listenMcp((id) => ({ jsonrpc: '2.0', id, error: { code, message } })) })
      expect(await call(session, 'peer.tool', {})).toEqual({ kind: 'error', serverName: 'peer', error: message })
      expect(await call(session, 'peer.tool', {})).toMatchObject({ kind: 'error' })
    },
  )

  it('a server that loses one answer stream, and has no ping, is still connected', async () => {
    let calls = 0
    const url = await listenMcp((id, response) => {
      if (++calls > 1) return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'here' }] } }
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': wait\n\n')
      setTimeout(() => response.destroy(), 50)
      return null
    })
    const session = await open({ url, timeoutMs: 1000 })
    const error = 'the server ended the stream of its answer without the answer'
    expect(await call(session, 'peer.tool', {})).toEqual({ kind: 'error', serverName: 'peer', error })
    expect(await call(session, 'peer.tool', {})).toMatchObject({ kind: 'result', content: 'here' })
  })
})

/** An MCP server over HTTP with one tool, whose calls `answer` handles; null: the server answers itself. */
const listenMcp = (answer: (id: unknown, response: ServerResponse) => object | null): Promise<string> =>
  listen(
    (request, response) =>
      void text(request).then((body) => {
        if (request.method !== 'POST') return response.writeHead(405).end()
        const { id, method } = JSON.parse(body) as { readonly id?: unknown; readonly method: string }
        if (id === undefined) return response.writeHead(202).end()
        const results: Readonly<Record<string, object>> = {
          initialize: {
            protocolVersion: '2025-06-18',
            capabilities: { tools: {} },
            serverInfo: { name: 'small', version: '1' },
          },
          'tools/list': { tools: [{ name: 'tool', inputSchema: { type: 'object' } }] },
        }
        const result = results[method]
        const message =
          method === 'tools/call'
            ? answer(id, response)
            : {
                jsonrpc: '2.0',
                id,
                ...(result ? { result } : { error: { code: -32_601, message: 'Method not found' } }),
              }
        return message && response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
      }),
  )

describe('requests of server-everything', () => {
  const everything = { command: 'node', args: [peer('everything'), 'stdio'] }

  it('the user gets every kind of field and the server their answers', async () => {
    const person = answeringPerson(({ fields }) => ({
      action: 'accept',
      content: { ...defaultsOf(fields), name: 'Ann', check: true, email: 'ann@example.org', birthdate: '1980-02-29' },
    }))
    const session = await open({ ...everything, allowElicitation: true }, { questions: person })
    const outcome = await call(session, 'peer.trigger-elicitation-request', {})
    expect(JSON.stringify(outcome)).toContain('Ann')
    expect(outcome).toMatchObject({ kind: 'result', isError: false })
    expect(person.asked).toMatchObject([{ kind: 'form', message: 'Please provide inputs for the following fields:' }])
    expect(new Set(person.asked[0]?.fields.map(({ input }) => input.kind))).toEqual(
      new Set(['text', 'boolean', 'number', 'choice', 'choices']),
    )
    expect(defaultsOf(person.asked[0]?.fields ?? [])).toMatchObject({
      firstLine: 'It was a dark and stormy night.',
      integer: 42,
      number: 3.14,
      untitledMultipleSelectEnum: ['Guitar'],
    })
  })

  it('the model is asked with the consent of the user', async () => {
    const person = answeringPerson()
    const usage = { input: 1, output: 1, cached: null, reasoning: null, estimated: false }
    const session = await open(
      { ...everything, allowSampling: true },
      { questions: person },
      {
        model: 'm',
        ask: async ({ messages }) => ({
          text: `You said: ${messages.at(-1)?.content}`,
          model: 'm',
          finishReason: 'stop',
          usage,
          costUsd: null,
        }),
      },
    )
    const outcome = await call(session, 'peer.trigger-sampling-request', { prompt: 'Xyzzy?', maxTokens: 10 })
    expect(JSON.stringify(outcome)).toContain('You said: Resource trigger-sampling-request context: Xyzzy?')
    expect(person.asked.map(({ kind }) => kind)).toEqual(['prompt', 'reply'])
  })
})
