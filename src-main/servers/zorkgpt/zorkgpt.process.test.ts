import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { openTestHost } from '../../host/open-host.testkit'
import { connectClient, type TestClient } from './client.testkit'
import { EpisodeListWatch } from './episode-list-watch'

const file = resolve(import.meta.dirname, '../../../out/servers/zorkgpt.js')
let data: string
const clients: TestClient[] = []
const children: ChildProcess[] = []
const squatters: Server[] = []

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'zorkgpt-process-'))
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ client }) => client.close()))
  for (const child of children.splice(0)) {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  for (const server of squatters.splice(0)) server.close()
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

async function overStdio(): Promise<TestClient> {
  const connected = await connectClient(
    new StdioClientTransport({ command: process.execPath, args: [file, '--data', data], stderr: 'ignore' }),
  )
  clients.push(connected)
  return connected
}

interface Served {
  readonly url: string
  readonly token: string
  readonly child: ChildProcess
}

async function serveOverHttp(env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const child = spawn(process.execPath, [file, '--http', '0', '--data', data], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  children.push(child)
  let said = ''
  for await (const chunk of child.stderr ?? []) {
    said += String(chunk)
    const url = /^ready (\S+)$/m.exec(said)?.[1]
    if (url === undefined) continue
    const { token } = JSON.parse(await readFile(join(data, '.mcp-endpoint.json'), 'utf8')) as { token: string }
    expect(said).not.toContain(token)
    return { url, token, child }
  }
  throw new Error(`ended before it was ready: ${said}`)
}

async function overHttp({ url, token }: Pick<Served, 'url' | 'token'>): Promise<TestClient> {
  const connected = await connectClient(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
  )
  clients.push(connected)
  return connected
}

/**
 * Another program at the port of a dead host, which answers like one of our servers. Returns the headers it receives.
 */
async function takePort(url: string): Promise<readonly string[]> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(request.rawHeaders.join())
    response.writeHead(400).end()
  })
  // Until the system has released the port.
  for (let isListening = false; !isListening;) {
    isListening = await new Promise<boolean>((resolve) => {
      server.once('error', () => setTimeout(() => resolve(false), 20))
      server.listen(Number(new URL(url).port), '127.0.0.1', () => resolve(true))
    })
  }
  squatters.push(server)
  return heard
}

const explorer = { story: 'glass-weather', player: 'explorer', seed: 1, tools: false, pace: 'batch' }

describe('over stdio', () => {
  it('every tool is listed and answers, with its own host', async () => {
    const one = await overStdio()
    expect((await one.client.listTools()).tools.map(({ name }) => name)).toEqual([
      'list_stories',
      'list_episodes',
      'read_state',
      'start_episode',
      'fork_episode',
      'step',
      'pause',
      'resume',
      'stop',
      'say_action',
    ])
    const { episode } = await one.ask('start_episode', { ...explorer, turns: 3, wait: true })
    expect(await one.ask('fork_episode', { episode, turn: 2, turns: 4, pace: 'batch', wait: true })).toMatchObject({
      turn: 4,
      status: 'ended',
    })
    expect(await one.text(`zorkgpt://episodes/${episode}/transcript`)).toContain('## 3')
  })

  it('plays with the configured MCP servers', async () => {
    const { episode } = await (
      await overStdio()
    ).ask('start_episode', { ...explorer, tools: true, turns: 2, wait: true })
    const log = await readFile(join(data, episode, 'events.jsonl'), 'utf8')
    expect(log.includes('"name":"thoughtbox","state":"ready"')).toBe(true)
  })

  it('a client that leaves in the middle leaves an episode that can be resumed', async () => {
    const first = await overStdio()
    const { episode } = await first.ask('start_episode', { ...explorer, turns: 9, paused: true })
    await first.ask('step', { episode, count: 3 })
    await first.client.close()
    const second = await overStdio()
    expect(await second.ask('read_state', { episode })).toMatchObject({ status: 'interrupted', turn: 3 })
    expect(await second.ask('resume', { episode, pace: 'batch', wait: true })).toMatchObject({
      status: 'ended',
      turn: 9,
    })
  })
})

describe('beside a window that does not admit clients', () => {
  /** A window: its host, and the list of episodes that it watches from the start. */
  async function openWindow() {
    const host = await openTestHost(data)
    const episodeList = new EpisodeListWatch(host.api)
    await episodeList.rows()
    return {
      api: host.api,
      row: async () =>
        (await episodeList.rows()).map(({ running, elsewhere = false, summary }) => ({
          running,
          elsewhere,
          turns: summary?.turns,
        }))[0],
      close: () => {
        episodeList.close()
        return host.close()
      },
    }
  }
  /** Collects every turn of the episode's feed, until it ends. */
  async function followTurns(api: HostApi, episodeId: string, turns: number[]): Promise<void> {
    let state = emptyEpisode
    for await (const { events } of api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
      state = events.reduce(reduceEpisode, state)
      if (turns.at(-1) !== state.turns.length) turns.push(state.turns.length)
    }
  }

  it("the window follows a client's episode live but cannot steer it, also after another client resumed it", async () => {
    const window = await openWindow()
    const first = await overStdio()
    const { episode } = await first.ask('start_episode', { ...explorer, turns: 9, paused: true })
    await expect.poll(window.row).toEqual({ running: true, elsewhere: true, turns: 0 })
    const seen: number[] = []
    const followed = followTurns(window.api, episode, seen)
    for (const turn of [1, 2]) {
      await first.ask('step', { episode })
      await expect.poll(() => seen.at(-1)).toBe(turn)
    }
    for (const command of ['pause', 'step_turn', 'stop'] as const)
      await expect(window.api.controlEpisode({ episodeId: episode, command })).rejects.toMatchObject({
        kind: 'running',
        message: expect.stringContaining('being played by another process'),
      })
    await expect(window.api.resumeEpisode({ episodeId: episode })).rejects.toMatchObject({ kind: 'running' })
    await first.client.close()
    await followed
    await expect.poll(window.row).toEqual({ running: false, elsewhere: false, turns: 2 })

    const second = await overStdio()
    await second.ask('resume', { episode })
    await expect.poll(window.row).toMatchObject({ running: true, elsewhere: true })
    await second.ask('stop', { episode })
    await expect.poll(window.row).toMatchObject({ running: false })
    await window.close()
  })
})

describe('over HTTP', () => {
  it('requires the token, which is in a file for its user alone', async () => {
    const { url, token } = await serveOverHttp()
    expect((await stat(join(data, '.mcp-endpoint.json'))).mode & 0o777).toBe(
      process.platform === 'win32' ? 0o666 : 0o600,
    )
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    }
    const post = (headers: Record<string, string>) =>
      fetch(url, {
        method: 'POST',
        body: JSON.stringify(initialize),
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      }).then(({ status }) => status)
    expect(await post({})).toBe(401)
    expect(await post({ Authorization: 'Bearer guessed' })).toBe(401)
    expect(await post({ Authorization: `Bearer ${token}`, Origin: 'https://evil.example' })).toBe(403)
    expect(await post({ Authorization: `Bearer ${token}` })).toBe(200)
  })

  it('also accepts the token of the environment, and removes the file at its end', async () => {
    const { url, child } = await serveOverHttp({ ZORKGPT_MCP_TOKEN: 'chosen-by-me' })
    expect((await (await overHttp({ url, token: 'chosen-by-me' })).client.listTools()).tools.length).toBeGreaterThan(0)
    child.kill('SIGTERM')
    await once(child, 'exit')
    await expect(stat(join(data, '.mcp-endpoint.json'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('clients share the host, and a bad call of one harms no other', async () => {
    const served = await serveOverHttp()
    const [one, two] = [await overHttp(served), await overHttp(served)]
    const { episode } = await one.ask('start_episode', { ...explorer, paused: true })
    const uri = `zorkgpt://episodes/${episode}/map`
    const updated: string[] = []
    two.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri))
    await two.client.subscribeResource({ uri })
    const received: number[] = []
    await one.client.callTool({ name: 'step', arguments: { episode, count: 3 } }, undefined, {
      onprogress: ({ progress }) => void received.push(progress),
    })
    expect(received.length).toBeGreaterThan(0)
    await expect.poll(() => updated).toContain(uri)
    expect(await one.refusal('say_action', { episode, action: 'x'.repeat(1_000_000) })).toMatch(/longer than 1000/)
    expect(await one.ask('say_action', { episode, action: 'wait' })).toMatchObject({
      status: 'paused',
      turn: 4,
      action: 'wait',
      help: { turns: 1 },
    })
    expect(await two.ask('stop', { episode })).toMatchObject({ status: 'ended', turn: 4 })
  })
})

describe('with a host that has the data folder open', () => {
  it('a client over stdio reaches that host, and gets an error when it leaves', async () => {
    const served = await serveOverHttp()
    const [direct, relayed] = [await overHttp(served), await overStdio()]
    const { episode } = await relayed.ask('start_episode', { ...explorer, paused: true })
    // Only the host that plays an episode knows that it is paused.
    expect(await direct.ask('read_state', { episode })).toMatchObject({ status: 'paused' })
    await direct.ask('step', { episode })
    expect(await relayed.ask('read_state', { episode })).toMatchObject({ status: 'paused', turn: 1 })
    served.child.kill('SIGTERM')
    await once(served.child, 'exit')
    await expect(relayed.ask('read_state', { episode })).rejects.toThrow(/does not answer.*Restart the server/)
  })

  it('a client over stdio that uses an id twice gets one answer and one refusal', async () => {
    await serveOverHttp()
    const relay = spawn(process.execPath, [file, '--data', data], { stdio: ['pipe', 'pipe', 'ignore'] })
    children.push(relay)
    const answers: { id: unknown; error?: { message: string } }[] = []
    createInterface({ input: relay.stdout }).on('line', (line) =>
      answers.push(JSON.parse(line) as (typeof answers)[number]),
    )
    const send = (id: number, method: string, params: object = {}) =>
      relay.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    send(1, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
    await expect.poll(() => answers.length).toBe(1)
    send(5, 'tools/list')
    send(5, 'tools/list')
    await expect.poll(() => answers.length).toBe(3)
    expect(answers.slice(1)).toMatchObject([
      { id: null, error: { message: expect.stringContaining('The request id 5 belongs to another request') } },
      { id: 5, result: {} },
    ])
  })

  it('that died and left its file, a client gets its own host', async () => {
    const { child, url } = await serveOverHttp()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const heard = await takePort(url)
    expect(await (await overStdio()).ask('start_episode', { ...explorer, turns: 1, wait: true })).toMatchObject({
      status: 'ended',
    })
    expect(heard.length).toBeGreaterThan(0)
    expect(heard.join()).not.toMatch(/authorization/i)
  })

  it('that dies while a client is connected gets no more messages, and its port no token', async () => {
    const { child, url } = await serveOverHttp()
    const relayed = await overStdio()
    await relayed.ask('list_episodes')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const heard = await takePort(url)
    // The first may still wait for a proof requested before the port was taken.
    const askAgain = async () => {
      await expect(relayed.ask('list_episodes')).rejects.toThrow(/does not answer.*Restart the server/)
      return heard.length
    }
    await expect.poll(askAgain).toBeGreaterThan(0)
    expect(heard.join()).not.toMatch(/authorization/i)
  })
})
