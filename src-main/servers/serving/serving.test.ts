import { EventEmitter, once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { type JSONRPCMessage, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { offerResources } from './offer-resources'
import { defineTool, offerTools } from './offer-tools'
import { readCommandLine } from './serve'
import { type HttpEndpoint, type HttpOptions, serveHttp } from './serve-http'
import { UniqueIdsTransport } from './stdio'

const endpoints: HttpEndpoint[] = []
afterEach(async () => void (await Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close()))))

/**
 * A server that counts, with a sum for each client. `waiting` resolves when a call of `wait` has begun, and `release`
 * lets it answer.
 */
async function serveCounter(options: Partial<HttpOptions> = {}) {
  const closed: number[] = []
  const events = new EventEmitter()
  let clients = 0
  const open = () => {
    const client = ++clients
    let sum = 0
    const watchers = new Set<() => void>()
    const server = new Server(
      { name: 'counter', version: '1' },
      { capabilities: { tools: {}, resources: { subscribe: true } } },
    )
    offerTools(
      server,
      [
        defineTool({
          name: 'add',
          title: 'Add',
          description: 'Adds',
          input: z.object({ term: z.number().int().max(99) }),
          output: z.object({ sum: z.number() }),
          async run({ term }, _subject, { report }) {
            await report({ progress: 1, total: 1, message: 'adding' })
            sum += term
            for (const changed of watchers) changed()
            return { text: `${sum}`, structured: { sum } }
          },
        }),
        defineTool({
          name: 'wait',
          title: 'Wait',
          description: 'Until it is cancelled or released',
          input: z.object({}),
          run: (_nothing, _subject, { signal, report }) =>
            new Promise((resolve) => {
              signal.addEventListener('abort', () => resolve({ text: 'over' }))
              events.once(
                'release',
                () => void report({ progress: 1, message: 'released' }).then(() => resolve({ text: 'released' })),
              )
              events.emit('waiting', signal)
            }),
        }),
      ],
      null,
    )
    const endSubscriptions = offerResources(server, {
      list: async () => [{ uri: 'count://sum', name: 'sum' }],
      read: async (uri) => (uri === 'count://sum' ? { mimeType: 'text/plain', body: `${sum}` } : null),
      watch(_uri, changed, signal) {
        watchers.add(changed)
        signal.addEventListener('abort', () => watchers.delete(changed))
      },
    })
    return {
      server,
      close: () => {
        endSubscriptions()
        closed.push(client)
      },
    }
  }
  const endpoint = await serveHttp({
    port: 0,
    tokens: null,
    open,
    idleMs: 60_000,
    maxSessions: 9,
    plainAnswers: false,
    ...options,
  })
  endpoints.push(endpoint)
  return {
    endpoint,
    closed,
    waiting: once(events, 'waiting') as Promise<[AbortSignal]>,
    release: () => events.emit('release'),
  }
}

async function connect({ url }: HttpEndpoint, headers: Readonly<Record<string, string>> = {}) {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  return { client, transport, add: (term: unknown) => client.callTool({ name: 'add', arguments: { term } }) }
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const post = (url: string, headers: Readonly<Record<string, string>> = {}, body: unknown = initialize) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  })

describe('tools', () => {
  it('answer with text and structure, and report their progress', async () => {
    const { client } = await connect((await serveCounter()).endpoint)
    const heard: unknown[] = []
    const answer = await client.callTool({ name: 'add', arguments: { term: 2 } }, undefined, {
      onprogress: (progress) => heard.push(progress),
    })
    expect(answer).toMatchObject({ content: [{ type: 'text', text: '2' }], structuredContent: { sum: 2 } })
    expect(heard).toEqual([{ progress: 1, total: 1, message: 'adding' }])
  })

  it('answer a wrong argument with an error result and an unknown tool with a protocol error', async () => {
    const { client, add } = await connect((await serveCounter()).endpoint)
    expect(await add('two')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^term: .*number/) }],
    })
    expect(await add(100)).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^term: .*99/) }] })
    await expect(client.callTool({ name: 'multiply' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('the tools are add, wait'),
    })
    expect(await add(1)).toMatchObject({ structuredContent: { sum: 1 } })
  })

  it('are aborted when the client cancels the call', async () => {
    const { endpoint, waiting } = await serveCounter()
    const { client } = await connect(endpoint)
    const cancel = new AbortController()
    const call = client.callTool({ name: 'wait' }, undefined, { signal: cancel.signal })
    const [signal] = await waiting
    const received = new Promise((resolve) => signal.addEventListener('abort', resolve))
    cancel.abort()
    await expect(call).rejects.toThrow()
    await received
    await client.close()
  })
})

describe('two requests with one id', () => {
  const call = (name: string, args: object = {}) => ({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name, arguments: args, _meta: { progressToken: 7 } },
  })
  const open = async ({ url }: HttpEndpoint) => ({
    'mcp-session-id': (await post(url)).headers.get('mcp-session-id') ?? '',
  })

  it.each([true, false])(
    'the second is refused while the first is being answered (plain: %s)',
    async (plainAnswers) => {
      const { endpoint, waiting, release } = await serveCounter({ plainAnswers })
      const session = await open(endpoint)
      const first = post(endpoint.url, session, call('wait'))
      await waiting
      const second = await post(endpoint.url, session, call('add', { term: 1 }))
      expect([second.status, await second.json()]).toMatchObject([
        400,
        {
          id: null,
          error: {
            code: -32600,
            message:
              'The request id 7 belongs to another request that is still being answered. Use a new id for each request.',
          },
        },
      ])
      release()
      expect(await (await first).text()).toContain('"text":"released"')
      expect(await (await post(endpoint.url, session, call('add', { term: 1 }))).text()).toContain('"sum":1')
    },
  )

  it('the answer for a client that hung up reaches no other request', async () => {
    const { endpoint, waiting, release } = await serveCounter()
    const session = await open(endpoint)
    const hangUp = new AbortController()
    const first = fetch(endpoint.url, {
      method: 'POST',
      signal: hangUp.signal,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...session },
      body: JSON.stringify(call('wait')),
    })
    await waiting
    hangUp.abort()
    await first.then((response) => response.text()).catch(() => {})
    expect((await post(endpoint.url, session, call('add', { term: 1 }))).status).toBe(400)
    release()
    expect(await (await post(endpoint.url, session, call('add', { term: 1 }))).text()).not.toContain('released')
  })

  it('a cancelled request sends nothing into a later request with its id', async () => {
    const { endpoint, waiting, release } = await serveCounter()
    const session = await open(endpoint)
    const first = post(endpoint.url, session, call('wait'))
    await waiting
    await post(endpoint.url, session, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } })
    expect(await (await first).text()).toBe('')
    const second = post(endpoint.url, session, call('wait'))
    // Handled in order: the second call has begun.
    await post(endpoint.url, session, { jsonrpc: '2.0', id: 8, method: 'ping' })
    release()
    expect((await (await second).text()).match(/released/g)).toHaveLength(2)
  })

  it.each([true, false])('ends the POST of a request that is cancelled (plain: %s)', async (plainAnswers) => {
    const { endpoint, waiting } = await serveCounter({ plainAnswers })
    const session = await open(endpoint)
    const first = post(endpoint.url, session, call('wait'))
    const [signal] = await waiting
    await post(endpoint.url, session, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } })
    expect([signal.aborted, await (await first).text()]).toEqual([true, ''])
    expect(await (await post(endpoint.url, session, call('add', { term: 1 }))).text()).toContain('"sum":1')
  })

  it.each([true, false])('ends open POSTs with their session (plain: %s)', async (plainAnswers) => {
    const { endpoint, waiting } = await serveCounter({ plainAnswers })
    const session = await open(endpoint)
    const first = post(endpoint.url, session, call('wait'))
    const [signal] = await waiting
    await fetch(endpoint.url, { method: 'DELETE', headers: session })
    expect([signal.aborted, await (await first).text()]).toEqual([
      true,
      plainAnswers ? expect.stringContaining('has ended') : '',
    ])
  })

  it('a batch with the same id twice is refused as a whole', async () => {
    const { endpoint } = await serveCounter({ plainAnswers: true })
    const session = await open(endpoint)
    expect((await post(endpoint.url, session, [call('add', { term: 1 }), call('add', { term: 2 })])).status).toBe(400)
    expect(await (await post(endpoint.url, session, call('add', { term: 5 }))).text()).toContain('"sum":5')
  })
})

describe('a transport with unique ids', () => {
  const ping = { jsonrpc: '2.0', id: 5, method: 'ping' } as const

  async function openTransport() {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const answers: JSONRPCMessage[] = []
    const received: JSONRPCMessage[] = []
    near.onmessage = (message) => void answers.push(message)
    const transport = new UniqueIdsTransport(far)
    transport.onmessage = (message) => void received.push(message)
    await Promise.all([near.start(), transport.start()])
    return { near, transport, answers, received }
  }

  it('refuses a second request with an id in use, under no id', async () => {
    const { near, transport, answers, received } = await openTransport()
    await near.send(ping)
    await near.send(ping)
    expect(received).toEqual([ping])
    await transport.send({ jsonrpc: '2.0', id: 5, result: {} })
    expect(answers).toMatchObject([
      { id: null, error: { code: -32600, message: expect.stringContaining('The request id 5 belongs to another') } },
      { id: 5, result: {} },
    ])
  })

  it.each([
    [
      'answered',
      (open: Awaited<ReturnType<typeof openTransport>>) => open.transport.send({ jsonrpc: '2.0', id: 5, result: {} }),
    ],
    [
      'cancelled',
      (open: Awaited<ReturnType<typeof openTransport>>) =>
        open.near.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } }),
    ],
  ] as const)('accepts the id of a request that was %s', async (_how, settle) => {
    const open = await openTransport()
    await open.near.send(ping)
    await settle(open)
    await open.near.send(ping)
    expect(open.received.filter((message) => 'id' in message)).toEqual([ping, ping])
  })
})

describe('resources', () => {
  it('notify their subscribers of every change until they unsubscribe', async () => {
    const { client, add } = await connect((await serveCounter()).endpoint)
    const updates: string[] = []
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updates.push(params.uri))
    await client.subscribeResource({ uri: 'count://sum' })
    await add(3)
    await expect.poll(() => updates).toEqual(['count://sum'])
    expect((await client.readResource({ uri: 'count://sum' })).contents).toEqual([
      { uri: 'count://sum', mimeType: 'text/plain', text: '3' },
    ])
    await client.unsubscribeResource({ uri: 'count://sum' })
    await add(1)
    await client.ping()
    expect(updates).toEqual(['count://sum'])
  })

  it('that do not exist are an error with the code of the specification', async () => {
    const { client } = await connect((await serveCounter()).endpoint)
    await expect(client.readResource({ uri: 'count://product' })).rejects.toMatchObject({ code: -32002 })
    await expect(client.subscribeResource({ uri: 'count://product' })).rejects.toMatchObject({ code: -32002 })
  })
})

describe('sessions over HTTP', () => {
  it('each client has its own server, unharmed when another leaves during a call', async () => {
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

  it('an unused session ends, and its client is asked to initialize a new one', async () => {
    const { endpoint, closed } = await serveCounter({ idleMs: 30 })
    const id = (await post(endpoint.url)).headers.get('mcp-session-id') ?? ''
    await expect.poll(() => closed).toEqual([1])
    const late = await post(endpoint.url, { 'mcp-session-id': id }, { jsonrpc: '2.0', id: 2, method: 'ping' })
    expect([late.status, await late.json()]).toMatchObject([
      404,
      { error: { message: expect.stringContaining('Initialize a new one') } },
    ])
  })

  it('a session whose client only listens stays open', async () => {
    const { endpoint, closed } = await serveCounter({ idleMs: 30 })
    const id = (await post(endpoint.url)).headers.get('mcp-session-id') ?? ''
    const stream = await fetch(endpoint.url, { headers: { Accept: 'text/event-stream', 'mcp-session-id': id } })
    // Other unused sessions are removed before it, so the sweep has run more than once.
    await post(endpoint.url)
    await expect.poll(() => closed).toEqual([2])
    await post(endpoint.url)
    await expect.poll(() => closed).toEqual([2, 3])
    await stream.body?.cancel()
    await expect.poll(() => closed).toEqual([2, 3, 1])
  })

  it('there are at most as many sessions as allowed', async () => {
    const { endpoint } = await serveCounter({ maxSessions: 1 })
    await connect(endpoint)
    expect((await post(endpoint.url)).status).toBe(503)
  })

  it('the limit holds when all begin at once, and refused clients leave nothing behind', async () => {
    const { endpoint, closed } = await serveCounter({ maxSessions: 9 })
    const begun = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const headers = {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          Expect: '100-continue',
        }
        const request = httpRequest(endpoint.url, { method: 'POST', headers })
        request.flushHeaders()
        // The server has read its head. No request is refused before all have reached this state.
        await once(request, 'continue')
        return request
      }),
    )
    const statuses = await Promise.all(
      begun.map(async (request) => {
        request.end(JSON.stringify(initialize))
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        response.resume()
        return response.statusCode
      }),
    )
    expect([200, 503].map((status) => statuses.filter((each) => each === status).length)).toEqual([9, 91])
    expect([endpoint.sessionCount(), closed.length]).toEqual([9, 0])
  })

  it('a client that hangs up within its first message leaves nothing behind, and is no fault', async () => {
    const complaints = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => complaints.mockRestore())
    const { endpoint, closed } = await serveCounter()
    const { port } = new URL(endpoint.url)
    const socket = connectSocket(Number(port), '127.0.0.1')
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 100\r\n\r\n{"json`,
    )
    // The server has read the first part before it answers a later request.
    await post(endpoint.url, {}, { jsonrpc: '2.0', id: 1, method: 'ping' })
    socket.destroy()
    await once(socket, 'close')
    expect((await post(endpoint.url, {}, { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(400)
    expect([closed, endpoint.sessionCount()]).toEqual([[], 0])
    expect(complaints.mock.calls).toEqual([])
  })

  it('a request that begins no session creates none', async () => {
    const { endpoint, closed } = await serveCounter()
    expect((await post(endpoint.url, {}, { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(400)
    expect([closed, endpoint.sessionCount()]).toEqual([[], 0])
  })
})

/**
 * The status of a POST with any Host header, as a browser sends for a page with a rebound name; null if no program
 * listens at `address`.
 */
const statusOf = ({ url }: HttpEndpoint, headers: Readonly<Record<string, string>>, address = '127.0.0.1') =>
  new Promise<number | null>((resolve) => {
    const { port, pathname } = new URL(url)
    const asked = httpRequest({
      host: address,
      port,
      path: pathname,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    })
    asked.once('response', (response) => {
      resolve(response.statusCode ?? 0)
      asked.destroy()
    })
    asked.once('error', () => resolve(null))
    asked.end(JSON.stringify(initialize))
  })

describe('invalid requests', () => {
  it('a body beyond 4 MiB is refused, and the rest of it is not read', async () => {
    const { endpoint } = await serveCounter()
    const piece = Buffer.alloc(64 * 1024, ' ')
    let sent = 0
    const { port, pathname } = new URL(endpoint.url)
    const asked = httpRequest({
      host: '127.0.0.1',
      port,
      path: pathname,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    })
    asked.on('error', () => {})
    // Sends twenty times the limit, for as long as the server reads.
    const send = () => {
      while (sent < 20 * 4 * 1024 * 1024 && !asked.destroyed) {
        sent += piece.length
        if (!asked.write(piece)) return void asked.once('drain', send)
      }
      asked.end()
    }
    send()
    const [response] = (await once(asked, 'response')) as [{ statusCode: number }]
    expect(response.statusCode).toBe(413)
    expect(sent).toBeLessThan(20 * 4 * 1024 * 1024)
    asked.destroy()
  })

  it.each([
    ['a form of some page, which browsers send without asking', { 'Content-Type': 'text/plain' }, 415],
    ['a client that takes no stream', { Accept: 'application/json' }, 406],
  ])('%s is refused', async (_who, headers, status) => {
    const { endpoint, closed } = await serveCounter()
    expect((await post(endpoint.url, headers)).status).toBe(status)
    expect([closed, endpoint.sessionCount()]).toEqual([[1], 0])
  })
})

describe('admission', () => {
  it('a page with a rebound name (DNS rebinding) is refused by its Host, even with the token', async () => {
    const { endpoint } = await serveCounter({ tokens: ['secret'] })
    const { port } = new URL(endpoint.url)
    const statusFor = (host: string) => statusOf(endpoint, { Host: host, Authorization: 'Bearer secret' })
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${Number(port) + 1}`,
      `[::1]:${port}`,
    ])
      expect([host, await statusFor(host)]).toEqual([host, 403])
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
      expect([host, await statusFor(host)]).toEqual([host, 200])
  })

  it('a page of another origin is refused by its Origin', async () => {
    const { endpoint } = await serveCounter()
    const { port } = new URL(endpoint.url)
    const statusFor = (origin: string) => statusOf(endpoint, { Host: `127.0.0.1:${port}`, Origin: origin })
    for (const origin of [
      'http://evil.example',
      'null',
      'http://127.0.0.1',
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${Number(port) + 1}`,
    ])
      expect([origin, await statusFor(origin)]).toEqual([origin, 403])
    expect(await statusFor(`http://127.0.0.1:${port}`)).toBe(200)
  })

  it('no other address of the machine is served', async () => {
    const { endpoint } = await serveCounter()
    const { port } = new URL(endpoint.url)
    // All of 127.0.0.0/8 belongs to this machine: a server on every address would answer there.
    expect(await statusOf(endpoint, { Host: `127.0.0.1:${port}` }, '127.0.0.2')).toBeNull()
  })

  it.each([
    ['a page of another site', { Origin: 'https://evil.example' }, 403],
    ['no token', {}, 401],
    ['a wrong token', { Authorization: 'Bearer wrong' }, 401],
    ['the token', { Authorization: 'Bearer secret' }, 200],
  ])('%s', async (_who, headers, status) => {
    const { endpoint } = await serveCounter({ tokens: ['other', 'secret'] })
    expect((await post(endpoint.url, headers)).status).toBe(status)
  })

  it('the token may be in the address, and other paths do not exist', async () => {
    const { endpoint } = await serveCounter({ tokens: ['secret'] })
    expect((await post(`${endpoint.url}?token=secret`)).status).toBe(200)
    expect((await post(endpoint.url.replace('/mcp', '/other?token=secret'))).status).toBe(404)
  })

  it('a port in use is reported with the way out', async () => {
    const { endpoint } = await serveCounter()
    await expect(serveCounter({ port: Number(new URL(endpoint.url).port) })).rejects.toThrow(/is in use .* --http PORT/)
  })
})

describe('command line', () => {
  it('accepts --http and the options of the server', () => {
    expect(readCommandLine([], {})).toEqual({ httpPort: null, values: {} })
    expect(readCommandLine(['--http', '0', '--data', 'x'], { data: { type: 'string' } })).toEqual({
      httpPort: 0,
      values: { data: 'x' },
    })
    expect(() => readCommandLine(['--http', '70000'], {})).toThrow('a port from 0 to 65535')
    expect(() => readCommandLine(['--htpp'], {})).toThrow()
  })
})
