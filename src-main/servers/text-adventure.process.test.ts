import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StdioTransport } from '../mcp/transport/stdio-transport'
import { BUNDLED_STORY, readBundled } from '../story/story-files.testkit'

const file = resolve('out/servers/text-adventure.js')
/** A story that a process opens in a tenth of the time of the bundled one. */
const MANOR = resolve('src-main/story/fixtures/standalone/manor.z3')
const ending: (() => Promise<unknown>)[] = []
afterEach(async () => void (await Promise.all(ending.splice(0).map((end) => end()))))

const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? ''
const play = async (client: Client, action: string) =>
  textOf(await client.callTool({ name: 'play_action', arguments: { action } }))

async function openStdio(env: Readonly<Record<string, string>>): Promise<Client> {
  const transport = new StdioTransport({
    file: process.execPath,
    args: [file],
    env: { PATH: process.env.PATH ?? '', GAME: MANOR, ...env },
    cwd: process.cwd(),
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  ending.push(() => transport.close())
  return client
}

async function startHttp(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const server: ChildProcess = spawn(process.execPath, [file, '--http', '0'], {
    env: { ...process.env, GAME: MANOR, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
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
  it('a search does not block the game, and stops when it is cancelled', async () => {
    const client = await openStdio({ GAME: BUNDLED_STORY, TEXT_ADVENTURE_TOOLS: 'exits,valid_actions,hint' })
    expect(textOf(await client.callTool({ name: 'exits' }))).toMatch(/^\w+ -> /)
    const cancel = new AbortController()
    const search = client.callTool({ name: 'valid_actions' }, undefined, { signal: cancel.signal })
    await play(client, 'look')
    cancel.abort()
    await expect(search).rejects.toThrow()
    expect(textOf(await client.callTool({ name: 'valid_actions' }))).toMatch(/\w/)
    expect(textOf(await client.callTool({ name: 'hint' }))).toMatch(/^Something happens here if you: /)
  })

  it('the server ends with one sentence for an unknown option', async () => {
    const server = spawn(process.execPath, [file, '--port', '1'], { stdio: ['pipe', 'ignore', 'pipe'] })
    let said = ''
    server.stderr.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
    const [code] = (await once(server, 'close')) as [number]
    expect([code, said]).toEqual([2, expect.stringMatching(/^Unknown option '--port'.*\n$/)])
  })
})

/** A server process that can be killed, or started by a shell, and takes one action at a time. */
function startRaw(env: Readonly<Record<string, string>>, shell = 'exec "$@"') {
  const child = spawn('sh', ['-c', shell, 'sh', process.execPath, file], {
    env: { ...process.env, GAME: MANOR, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  ending.push(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  })
  const lines = createInterface({ input: child.stdout })
  let id = 0
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    play: async (action: string): Promise<{ readonly text: string; readonly isError: boolean }> => {
      child.stdin.write(
        `${JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'tools/call', params: { name: 'play_action', arguments: { action } } })}\n`,
      )
      const [line] = (await once(lines, 'line')) as [string]
      const { result } = JSON.parse(line) as { result: { isError?: boolean } }
      return { text: textOf(result), isError: result.isError === true }
    },
  }
}

describe.skipIf(process.platform === 'win32')('the state file', () => {
  let folder: string
  let env: { readonly TEXT_ADVENTURE_STATE: string }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'state-file-'))
    env = { TEXT_ADVENTURE_STATE: join(folder, 'game.jsonl') }
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const deeds = () => readFileSync(env.TEXT_ADVENTURE_STATE, 'utf8').split('\n').slice(1, -1)

  it('belongs to one process at a time, and another continues the game after that process is killed', async () => {
    const servers = Array.from({ length: 3 }, () => startRaw(env))
    const answers = await Promise.all(servers.map(({ play }) => play('north')))
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1)
    for (const { isError, text } of answers)
      if (isError) expect(text).toMatch(/^The state file .* is in use by another server/)
    expect(deeds()).toEqual(['{"play":"north"}'])
    const first = answers.findIndex(({ isError }) => !isError)
    await servers[first]?.kill()
    const left = servers.filter((_server, index) => index !== first)
    const after = await Promise.all(left.map(({ play }) => play('look')))
    expect(after.filter(({ isError }) => !isError)).toMatchObject([{ text: expect.stringContaining('Kitchen') }])
    expect(deeds()).toEqual(['{"play":"north"}', '{"play":"look"}'])
  })

  it('loses no answered action, however often its process is killed', async () => {
    for (let round = 1; round <= 2; round++) {
      const { play, kill } = startRaw(env)
      await play('wait')
      void play('look').catch(() => undefined)
      await kill()
      const whole = deeds().length
      expect(whole).toBeGreaterThanOrEqual(round)
    }
    expect((await startRaw(env).play('look')).isError).toBe(false)
  })

  it('cannot be written on a full disk: the game continues, and the answers report that it is not saved', async () => {
    // The file is limited to half a kilobyte. As on a full disk, the kernel writes the bytes that fit and refuses the
    // rest.
    const { play, kill } = startRaw(env, 'ulimit -f 1; exec "$@"')
    let kept = 0
    for (let answer = await play('look'); !answer.text.includes('[This was done.'); answer = await play('look')) kept++
    expect(await play('north')).toMatchObject({
      isError: false,
      text: expect.stringContaining(
        `[This was done. The game is not saved: ${env.TEXT_ADVENTURE_STATE} cannot be written (EFBIG)`,
      ),
    })
    await kill()
    expect(readFileSync(env.TEXT_ADVENTURE_STATE, 'utf8')).not.toMatch(/\n$/)
    const next = startRaw(env)
    expect((await next.play('inventory')).isError).toBe(false)
    expect(deeds()).toEqual([...Array.from({ length: kept }, () => '{"play":"look"}'), '{"play":"inventory"}'])
  })
})

describe('over HTTP', () => {
  it('each client plays its own game, unharmed by others that leave during a call', async () => {
    const url = await startHttp({ GAME: BUNDLED_STORY })
    const alone = await connect(url)
    const actions = readBundled().walkthrough.slice(0, 20)
    const expected: string[] = []
    for (const action of actions) expected.push(await play(alone, action))
    const clients = await Promise.all(Array.from({ length: 3 }, () => connect(url)))
    const leavers = await Promise.all(Array.from({ length: 2 }, () => connect(url)))
    await Promise.all([
      ...clients.map(async (client) => {
        for (const [step, action] of actions.entries()) expect(await play(client, action)).toBe(expected[step])
      }),
      ...leavers.map(async (client) => {
        const call = play(client, 'look')
        await client.close()
        await call.catch(() => {})
      }),
    ])
  })

  it('ends a session that is unused for TEXT_ADVENTURE_IDLE_SECONDS', async () => {
    const url = await startHttp({ TEXT_ADVENTURE_IDLE_SECONDS: '1' })
    const post = (headers: Readonly<Record<string, string>>, message: object) =>
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      })
    const begun = await post(
      {},
      {
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'gone', version: '1' } },
      },
    )
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
    // A ping counts as use, so the interval is longer than the idle time and the interval of the sweep.
    await expect.poll(async () => (await post(session, { method: 'ping' })).status, { interval: 2500 }).toBe(404)
  })

  it('a token is required where one is set', async () => {
    const url = await startHttp({ TEXT_ADVENTURE_TOKEN: 'secret' })
    await expect(connect(url)).rejects.toThrow(/401|token/)
    expect((await (await connect(url, { Authorization: 'Bearer secret' })).listTools()).tools.length).toBeGreaterThan(3)
  })
})
