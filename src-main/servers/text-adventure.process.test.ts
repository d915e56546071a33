import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, describe, expect, it } from 'vitest'
import { BUNDLED_STORY, readBundled } from '../game/shared-files.testkit'
import { StdioTransport } from '../mcp/stdio-transport'

const file = resolve('out/servers/text-adventure.js')
const { walkthrough } = readBundled()
const ending: (() => Promise<unknown>)[] = []
afterEach(async () => void (await Promise.all(ending.splice(0).map((end) => end()))))

const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? ''
const play = async (client: Client, action: string) => textOf(await client.callTool({ name: 'play_action', arguments: { action } }))

async function openStdio(env: Readonly<Record<string, string>>): Promise<Client> {
  const transport = new StdioTransport({ file: process.execPath, args: [file], env: { PATH: process.env.PATH ?? '', GAME: BUNDLED_STORY, ...env }, cwd: process.cwd() })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  ending.push(() => transport.close())
  return client
}

async function startHttp(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const server: ChildProcess = spawn(process.execPath, [file, '--http', '0'], { env: { ...process.env, GAME: BUNDLED_STORY, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  ending.push(async () => server.kill() && (await once(server, 'exit')))
  const [line] = (await once(createInterface({ input: server.stderr as Readable }), 'line')) as [string]
  return line.replace('ready ', '')
}

async function connect(url: string, headers: Readonly<Record<string, string>> = {}) {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  ending.push(() => client.close())
  return client
}

describe('over stdio', () => {
  it('searches run beside the game, and one that is cancelled is given up', async () => {
    const client = await openStdio({ TEXT_ADVENTURE_TOOLS: 'exits,valid_actions,hint' })
    expect(textOf(await client.callTool({ name: 'exits' }))).toMatch(/^\w+ -> /)
    const cancel = new AbortController()
    const search = client.callTool({ name: 'valid_actions' }, undefined, { signal: cancel.signal })
    await play(client, 'look')
    cancel.abort()
    await expect(search).rejects.toThrow()
    expect(textOf(await client.callTool({ name: 'valid_actions' }))).toMatch(/\w/)
    expect(textOf(await client.callTool({ name: 'hint' }))).toMatch(/^Something happens here if you: /)
  })

  it('an option that it does not know ends it with one sentence', async () => {
    const server = spawn(process.execPath, [file, '--port', '1'], { stdio: ['pipe', 'ignore', 'pipe'] })
    let said = ''
    server.stderr.on('data', (piece: Buffer) => { said += piece.toString() })
    const [code] = (await once(server, 'close')) as [number]
    expect([code, said]).toEqual([2, expect.stringMatching(/^Unknown option '--port'.*\n$/)])
  })
})

describe('over HTTP', () => {
  it('each client plays a game of its own, and none suffers when others go in the middle of a call', async () => {
    const url = await startHttp()
    const alone = await connect(url)
    const expected: string[] = []
    for (const action of walkthrough) expected.push(await play(alone, action))
    const clients = await Promise.all(Array.from({ length: 8 }, () => connect(url)))
    const leavers = await Promise.all(Array.from({ length: 4 }, () => connect(url)))
    await Promise.all([
      ...clients.map(async (client) => {
        for (const [step, action] of walkthrough.entries()) expect(await play(client, action)).toBe(expected[step])
      }),
      ...leavers.map(async (client) => {
        const call = play(client, 'look')
        await client.close()
        await call.catch(() => {})
      }),
    ])
  })

  it('a session that nobody uses is over, and the others are not', async () => {
    const url = await startHttp({ TEXT_ADVENTURE_IDLE_SECONDS: '1' })
    // Long enough for the client to open its own stream, which keeps its session alive.
    const here = await connect(url)
    await play(here, 'read card')
    const post = (headers: Readonly<Record<string, string>>, message: object) => fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers }, body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) })
    const begun = await post({}, { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'gone', version: '1' } } })
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
    // To ask is to use it: asked less often than it lasts.
    await expect.poll(async () => (await post(session, { method: 'ping' })).status, { interval: 1500, timeout: 10_000 }).toBe(404)
    expect(textOf(await here.callTool({ name: 'memory' }))).toContain('> read card ->')
  })

  it('a token keeps others out', async () => {
    const url = await startHttp({ TEXT_ADVENTURE_TOKEN: 'secret' })
    await expect(connect(url)).rejects.toThrow(/401|token/)
    expect((await (await connect(url, { Authorization: 'Bearer secret' })).listTools()).tools.length).toBeGreaterThan(3)
  })
})
