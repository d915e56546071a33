import { EventEmitter, once } from 'node:events'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createArrivalOrder } from './arrival-order'
import { readCommandLine } from './command-line'
import { McpServer } from './mcp-server'
import { offerResources } from './offer-resources'
import { defineTool, offerTools } from './offer-tools'
import { type HttpEndpoint, type HttpOptions, serveHttp } from './serve-http'

const endpoints: HttpEndpoint[] = []
afterEach(async () => void (await Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close()))))

/** A server that counts: each client has its own sum. `waiting` tells that a call of `wait` has begun. */
async function serveCounter(options: Partial<HttpOptions> = {}) {
  const closed: number[] = []
  const events = new EventEmitter()
  let clients = 0
  const open = () => {
    const client = ++clients
    let sum = 0
    const watchers = new Set<() => void>()
    const server = new McpServer({ serverInfo: { name: 'counter', version: '1' }, capabilities: { tools: {}, resources: { subscribe: true } } })
    offerTools(server, [
      defineTool({
        name: 'add', title: 'Add', description: 'Adds', input: z.object({ term: z.number().int().max(99) }), output: z.object({ sum: z.number() }),
        async run({ term }, _subject, { report }) {
          await report({ progress: 1, total: 1, message: 'adding' })
          sum += term
          for (const changed of watchers) changed()
          return { text: `${sum}`, structured: { sum } }
        },
      }),
      defineTool({
        name: 'wait', title: 'Wait', description: 'Until it is cancelled', input: z.object({}),
        run: (_nothing, _subject, { signal }) => new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ text: 'over' }))
          events.emit('waiting', signal)
        }),
      }),
    ], null)
    const endSubscriptions = offerResources(server, {
      list: async () => [{ uri: 'count://sum', name: 'sum' }],
      read: async (uri) => (uri === 'count://sum' ? { mimeType: 'text/plain', body: `${sum}` } : null),
      watch(_uri, changed, signal) {
        watchers.add(changed)
        signal.addEventListener('abort', () => watchers.delete(changed))
      },
    })
    return { server, close: () => { endSubscriptions(); closed.push(client) } }
  }
  const endpoint = await serveHttp({ port: 0, token: null, open, idleMs: 60_000, maxSessions: 9, plainAnswers: false, ...options })
  endpoints.push(endpoint)
  return { endpoint, closed, waiting: once(events, 'waiting') as Promise<[AbortSignal]> }
}

async function connect({ url }: HttpEndpoint, headers: Readonly<Record<string, string>> = {}) {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  return { client, transport, add: (term: unknown) => client.callTool({ name: 'add', arguments: { term } }) }
}

const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } } }
const post = (url: string, headers: Readonly<Record<string, string>> = {}, body: unknown = initialize) =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers }, body: JSON.stringify(body) })

describe('tools', () => {
  it('answer with text and structure, and tell how far they are', async () => {
    const { client } = await connect((await serveCounter()).endpoint)
    const heard: unknown[] = []
    const answer = await client.callTool({ name: 'add', arguments: { term: 2 } }, undefined, { onprogress: (progress) => heard.push(progress) })
    expect(answer).toMatchObject({ content: [{ type: 'text', text: '2' }], structuredContent: { sum: 2 } })
    expect(heard).toEqual([{ progress: 1, total: 1, message: 'adding' }])
  })

  it('a wrong argument is an error result that names it, an unknown tool a protocol error that names the others', async () => {
    const { client, add } = await connect((await serveCounter()).endpoint)
    expect(await add('two')).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^term: .*number/) }] })
    expect(await add(100)).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^term: .*99/) }] })
    await expect(client.callTool({ name: 'multiply' })).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('the tools are add, wait') })
    expect(await add(1)).toMatchObject({ structuredContent: { sum: 1 } })
  })

  it('a call that its client cancels is told so', async () => {
    const { endpoint, waiting } = await serveCounter()
    const { client } = await connect(endpoint)
    const cancel = new AbortController()
    const call = client.callTool({ name: 'wait' }, undefined, { signal: cancel.signal })
    const [signal] = await waiting
    const told = new Promise((resolve) => signal.addEventListener('abort', resolve))
    cancel.abort()
    await expect(call).rejects.toThrow()
    await told
    await client.close()
  })
})

describe('resources', () => {
  it('tell their watchers of every change until they leave', async () => {
    const { client, add } = await connect((await serveCounter()).endpoint)
    const updates: string[] = []
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updates.push(params.uri))
    await client.subscribeResource({ uri: 'count://sum' })
    await add(3)
    await expect.poll(() => updates).toEqual(['count://sum'])
    expect((await client.readResource({ uri: 'count://sum' })).contents).toEqual([{ uri: 'count://sum', mimeType: 'text/plain', text: '3' }])
    await client.unsubscribeResource({ uri: 'count://sum' })
    await add(1)
    await client.ping()
    expect(updates).toEqual(['count://sum'])
  })

  it('one that is not there is an error with the code of the specification', async () => {
    const { client } = await connect((await serveCounter()).endpoint)
    await expect(client.readResource({ uri: 'count://product' })).rejects.toMatchObject({ code: -32002 })
    await expect(client.subscribeResource({ uri: 'count://product' })).rejects.toMatchObject({ code: -32002 })
  })
})

describe('sessions over HTTP', () => {
  it('each client has a server of its own, and leaves the others alone when it goes in the middle of a call', async () => {
    const { endpoint, closed, waiting } = await serveCounter()
    const [one, other] = await Promise.all([connect(endpoint), connect(endpoint)])
    await Promise.all([one.add(1), other.add(10)])
    const call = one.client.callTool({ name: 'wait' })
    await waiting
    await one.client.close()
    await expect(call).rejects.toThrow()
    expect(await other.add(10)).toMatchObject({ structuredContent: { sum: 20 } })
    await other.transport.terminateSession()
    expect(closed).toHaveLength(1)
    expect(endpoint.sessionCount()).toBe(1)
  })

  it('one that nobody uses is over: its server is closed and its client hears that it must begin anew', async () => {
    const { endpoint, closed } = await serveCounter({ idleMs: 30 })
    const id = (await post(endpoint.url)).headers.get('mcp-session-id') ?? ''
    await expect.poll(() => closed).toEqual([1])
    const late = await post(endpoint.url, { 'mcp-session-id': id }, { jsonrpc: '2.0', id: 2, method: 'ping' })
    expect([late.status, await late.json()]).toMatchObject([404, { error: { message: expect.stringContaining('Initialize a new one') } }])
  })

  it('there are no more than allowed', async () => {
    const { endpoint } = await serveCounter({ maxSessions: 1 })
    await connect(endpoint)
    expect((await post(endpoint.url)).status).toBe(503)
  })

  it('a request that begins no session keeps none', async () => {
    const { endpoint, closed } = await serveCounter()
    expect((await post(endpoint.url, {}, { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(400)
    expect([closed, endpoint.sessionCount()]).toEqual([[1], 0])
  })
})

describe('the order of arrival', () => {
  it('is the order of answers, and in between the loop looks for who else has come', async () => {
    const myTurn = createArrivalOrder()
    const told: string[] = []
    const call = (name: string) => myTurn().then(() => void told.push(name))
    const late = new Promise<void>((resolve) => setImmediate(() => {
      told.push('looked')
      resolve()
    }))
    await Promise.all([call('first'), call('second'), late.then(() => call('third'))])
    expect(told.filter((name) => name !== 'looked')).toEqual(['first', 'second', 'third'])
    expect(told.indexOf('looked')).toBeLessThan(told.indexOf('second'))
  })
})

describe('admission', () => {
  it.each([
    ['a page of another site', { Origin: 'https://evil.example' }, 403],
    ['no token', {}, 401],
    ['a wrong token', { Authorization: 'Bearer wrong' }, 401],
    ['the token', { Authorization: 'Bearer secret' }, 200],
  ])('%s', async (_who, headers, status) => {
    const { endpoint } = await serveCounter({ token: 'secret' })
    expect((await post(endpoint.url, headers)).status).toBe(status)
  })

  it('the token may stand in the address, and another path holds nothing', async () => {
    const { endpoint } = await serveCounter({ token: 'secret' })
    expect((await post(`${endpoint.url}?token=secret`)).status).toBe(200)
    expect((await post(endpoint.url.replace('/mcp', '/other?token=secret'))).status).toBe(404)
  })

  it('a port in use is said with the way out', async () => {
    const { endpoint } = await serveCounter()
    await expect(serveCounter({ port: Number(new URL(endpoint.url).port) })).rejects.toThrow(/is in use .* --http PORT/)
  })
})

describe('command line', () => {
  it('knows --http and what the server adds', () => {
    expect(readCommandLine([], {})).toEqual({ httpPort: null, values: {} })
    expect(readCommandLine(['--http', '0', '--data', 'x'], { data: { type: 'string' } })).toEqual({ httpPort: 0, values: { data: 'x' } })
    expect(() => readCommandLine(['--http', '70000'], {})).toThrow('a port from 0 to 65535')
    expect(() => readCommandLine(['--htpp'], {})).toThrow()
  })
})
