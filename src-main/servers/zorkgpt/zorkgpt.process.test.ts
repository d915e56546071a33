import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestClient } from './client.testkit'
import { explorer, file, type Served, useServers } from './servers.testkit'

describe('over stdio', () => {
  const { dataFolder, overStdio } = useServers('block')
  let one: TestClient
  beforeAll(async () => {
    one = await overStdio()
  })

  it('every tool is listed and answers, with its own host', async () => {
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
    const { episode } = await one.ask('start_episode', { ...explorer, tools: true, turns: 2, wait: true })
    const log = await readFile(join(dataFolder(), episode, 'events.jsonl'), 'utf8')
    expect(log.includes('"name":"thoughtbox","state":"ready"')).toBe(true)
  })
})

describe('over HTTP', () => {
  const { dataFolder, children, serveOverHttp, overHttp } = useServers('block')
  let served: Served
  beforeAll(async () => {
    served = await serveOverHttp()
  })

  it('requires the token, which is in a file for its user alone', async () => {
    const { url, token } = served
    expect((await stat(join(dataFolder(), '.mcp-endpoint.json'))).mode & 0o777).toBe(
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

  it('clients share the host, and a bad call of one harms no other', async () => {
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

  it('a client over stdio that uses an id twice gets one answer and one refusal', async () => {
    const relay = spawn(process.execPath, [file, '--data', dataFolder()], { stdio: ['pipe', 'pipe', 'ignore'] })
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
})

describe('a host over HTTP', () => {
  const { dataFolder, overStdio, serveOverHttp, overHttp } = useServers('test')

  it('also accepts the token in the environment, and removes the endpoint file when it ends', async () => {
    const { url, child } = await serveOverHttp({ ZORKGPT_MCP_TOKEN: 'chosen-by-me' })
    expect((await (await overHttp({ url, token: 'chosen-by-me' })).client.listTools()).tools.length).toBeGreaterThan(0)
    child.kill('SIGTERM')
    await once(child, 'exit')
    await expect(stat(join(dataFolder(), '.mcp-endpoint.json'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is reached by a client over stdio, which gets an error when the host ends', async () => {
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
})
