import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import { emptyEpisode, reduceEpisode } from '@shared/episode/episode'
import { openTestHost } from '../../host/open-host.testkit'
import { connectClient, type TestClient } from './client.testkit'
import { LibraryWatch } from './library-watch'

const file = resolve(import.meta.dirname, '../../../out/servers/zorkgpt.js')
let data: string
const clients: TestClient[] = []
const children: ChildProcess[] = []

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'zorkgpt-process-'))
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ client }) => client.close()))
  for (const child of children.splice(0)) {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

async function overStdio(): Promise<TestClient> {
  const connected = await connectClient(new StdioClientTransport({ command: process.execPath, args: [file, '--data', data], stderr: 'ignore' }))
  clients.push(connected)
  return connected
}

interface Served {
  readonly url: string
  readonly token: string
  readonly child: ChildProcess
}

async function serveOverHttp(env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const child = spawn(process.execPath, [file, '--http', '0', '--data', data], { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
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
  const connected = await connectClient(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }))
  clients.push(connected)
  return connected
}

const explorer = { story: 'glass-weather', player: 'explorer', seed: 1, tools: false, pace: 'batch' }

describe('over stdio', () => {
  it('every tool is listed and answers, in a host of its own', async () => {
    const one = await overStdio()
    expect((await one.client.listTools()).tools.map(({ name }) => name)).toEqual(['list_stories', 'list_episodes', 'read_state', 'start_episode', 'fork_episode', 'step', 'pause', 'resume', 'stop', 'say_action'])
    const { episode } = await one.ask('start_episode', { ...explorer, turns: 3, wait: true })
    expect(await one.ask('fork_episode', { episode, turn: 2, turns: 4, pace: 'batch', wait: true })).toMatchObject({ turn: 4, status: 'ended' })
    expect(await one.text(`zorkgpt://episodes/${episode}/transcript`)).toContain('## 3')
  })

  it('plays with the MCP servers that are configured', async () => {
    const { episode } = await (await overStdio()).ask('start_episode', { ...explorer, tools: true, turns: 2, wait: true })
    const log = await readFile(join(data, episode, 'events.jsonl'), 'utf8')
    expect(log.includes('"name":"thoughtbox","state":"ready"')).toBe(true)
  })

  it('a client that leaves in the middle leaves an episode that goes on where it was', async () => {
    const first = await overStdio()
    const { episode } = await first.ask('start_episode', { ...explorer, turns: 9, paused: true })
    await first.ask('step', { episode, count: 3 })
    await first.client.close()
    const second = await overStdio()
    expect(await second.ask('read_state', { episode })).toMatchObject({ status: 'interrupted', turn: 3 })
    expect(await second.ask('resume', { episode, pace: 'batch', wait: true })).toMatchObject({ status: 'ended', turn: 9 })
  })
})

describe('beside a window that does not let clients in', () => {
  /** As the window has it open: the host, and the library that it watches from before anything is played. */
  async function openWindow() {
    const host = await openTestHost(data)
    const library = new LibraryWatch(host.api)
    await library.rows()
    return {
      api: host.api,
      row: async () => (await library.rows()).map(({ running, elsewhere = false, summary }) => ({ running, elsewhere, turns: summary?.turns }))[0],
      close: () => {
        library.close()
        return host.close()
      },
    }
  }
  /** Every turn that the feed of the episode brings, until it ends. */
  async function followTurns(api: HostApi, episodeId: string, turns: number[]): Promise<void> {
    let state = emptyEpisode
    for await (const { events } of api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
      state = events.reduce(reduceEpisode, state)
      if (turns.at(-1) !== state.turns.length) turns.push(state.turns.length)
    }
  }

  it('an episode of a client appears in it, is followed live, and is not steered from it; the next client goes on with it, and it is followed again', async () => {
    const window = await openWindow()
    const first = await overStdio()
    const { episode } = await first.ask('start_episode', { ...explorer, turns: 9, paused: true })
    await expect.poll(window.row, { timeout: 5000 }).toEqual({ running: true, elsewhere: true, turns: 0 })
    const seen: number[] = []
    const followed = followTurns(window.api, episode, seen)
    for (const turn of [1, 2]) {
      await first.ask('step', { episode })
      await expect.poll(() => seen.at(-1), { timeout: 5000 }).toBe(turn)
    }
    for (const command of ['pause', 'step_turn', 'stop'] as const) await expect(window.api.controlEpisode({ episodeId: episode, command })).rejects.toMatchObject({ code: 'running', message: expect.stringContaining('played by another program') })
    await expect(window.api.resumeEpisode({ episodeId: episode })).rejects.toMatchObject({ code: 'running' })
    await first.client.close()
    await followed
    await expect.poll(window.row, { timeout: 5000 }).toEqual({ running: false, elsewhere: false, turns: 2 })

    const second = await overStdio()
    await second.ask('resume', { episode })
    await expect.poll(window.row, { timeout: 5000 }).toMatchObject({ running: true, elsewhere: true })
    await second.ask('stop', { episode })
    await expect.poll(window.row, { timeout: 5000 }).toMatchObject({ running: false })
    await window.close()
  })
})

describe('over HTTP', () => {
  it('wants the token, which lies in a file for its user alone', async () => {
    const { url, token } = await serveOverHttp()
    expect((await stat(join(data, '.mcp-endpoint.json'))).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } } }
    const post = (headers: Record<string, string>) => fetch(url, { method: 'POST', body: JSON.stringify(initialize), headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers } }).then(({ status }) => status)
    expect(await post({})).toBe(401)
    expect(await post({ Authorization: 'Bearer guessed' })).toBe(401)
    expect(await post({ Authorization: `Bearer ${token}`, Origin: 'https://evil.example' })).toBe(403)
    expect(await post({ Authorization: `Bearer ${token}` })).toBe(200)
  })

  it('takes the token of the environment, and takes the file away when it ends', async () => {
    const { token, child } = await serveOverHttp({ ZORKGPT_MCP_TOKEN: 'chosen-by-me' })
    expect(token).toBe('chosen-by-me')
    child.kill('SIGTERM')
    await once(child, 'exit')
    await expect(stat(join(data, '.mcp-endpoint.json'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('clients share the host: what one plays, another follows and steers; a bad call of one harms no other', async () => {
    const served = await serveOverHttp()
    const [one, two] = [await overHttp(served), await overHttp(served)]
    const { episode } = await one.ask('start_episode', { ...explorer, paused: true })
    const uri = `zorkgpt://episodes/${episode}/map`
    const updated: string[] = []
    two.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri))
    await two.client.subscribeResource({ uri })
    const told: number[] = []
    await one.client.callTool({ name: 'step', arguments: { episode, count: 3 } }, undefined, { onprogress: ({ progress }) => void told.push(progress) })
    expect(told.length).toBeGreaterThan(0)
    await expect.poll(() => updated).toContain(uri)
    expect(await one.refusal('say_action', { episode, action: 'x'.repeat(1_000_000) })).toMatch(/longer than 1000/)
    expect(await two.ask('stop', { episode })).toMatchObject({ status: 'ended', turn: 3 })
  })
})

describe('with a host that has the data folder open', () => {
  it('a client over stdio reaches that host, and is told when it goes', async () => {
    const served = await serveOverHttp()
    const [direct, relayed] = [await overHttp(served), await overStdio()]
    const { episode } = await relayed.ask('start_episode', { ...explorer, paused: true })
    // Paused is a state of a running episode: only the host that plays it can say so.
    expect(await direct.ask('read_state', { episode })).toMatchObject({ status: 'paused' })
    await direct.ask('step', { episode })
    expect(await relayed.ask('read_state', { episode })).toMatchObject({ status: 'paused', turn: 1 })
    served.child.kill('SIGTERM')
    await once(served.child, 'exit')
    await expect(relayed.ask('read_state', { episode })).rejects.toThrow(/does not answer.*Start the server anew/)
  })

  it('that died and left its file behind, a client gets a host of its own', async () => {
    await writeFile(join(data, '.mcp-endpoint.json'), JSON.stringify({ url: 'http://127.0.0.1:9/mcp', token: 'old' }))
    expect(await (await overStdio()).ask('start_episode', { ...explorer, turns: 1, wait: true })).toMatchObject({ status: 'ended' })
  })
})
