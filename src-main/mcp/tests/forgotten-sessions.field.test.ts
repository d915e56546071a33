import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, type Intercept, type OddHttp, startOddHttp } from './odd-server.testkit'
import { call, closeManagers, setUp } from './open-manager.testkit'

const servers: OddHttp[] = []
afterEach(async () => {
  await closeManagers()
  for (const server of servers.splice(0)) server.close()
})

const LANTERN = { kind: 'result', content: 'a brass lantern' }

/** A server with sessions that it can be made to forget. `refuse` is its answer to a session it does not know. */
async function forgetful(refuse: (response: ServerResponse) => void, intercept: Intercept = () => false) {
  let session = 1
  const http = await startOddHttp(
    {},
    {
      intercept: (message, response, request) => {
        response.setHeader('mcp-session-id', `s${session}`)
        const isKnown = request.headers['mcp-session-id'] === `s${session}`
        if (message.method === 'initialize' || (isKnown && !intercept(message, response, request))) return false
        if (!response.headersSent && !isKnown) refuse(response)
        return true
      },
    },
  )
  servers.push(http)
  return { http, forget: () => void session++ }
}

const with_ = (status: number, body: string) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

/** How servers say that they do not know a session, from public reports. */
const REFUSALS: readonly (readonly [what: string, source: string, refuse: (response: ServerResponse) => void])[] = [
  [
    '404',
    'rust-sdk#733, CowAgent#3092',
    with_(404, '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}'),
  ],
  ['404 with an empty answer', 'helidon-mcp#152', with_(404, '{"jsonrpc":"2.0","id":1}')],
  [
    '400 that names the session',
    'affine-mcp-server#301',
    with_(
      400,
      '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}',
    ),
  ],
  ['410', 'gitlab-mcp#697', with_(410, 'Session expired')],
  [
    '200 with an error in an event',
    'keryx#503',
    (response) =>
      void response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end('event: message\ndata: {"error":"Session not found"}\n\n'),
  ],
  ['200 with an error', 'keryx#503', with_(200, '{"error":"Session not found"}')],
]

describe('a session that the server forgot', () => {
  it.each(REFUSALS)('%s (%s): is replaced at once, and the call succeeds', async (_what, _source, refuse) => {
    const { http, forget } = await forgetful(refuse)
    const { openTurn, events } = setUp({ odd: { url: http.url } }, { session_scope: 'episode' })
    const session = await openTurn(1)
    expect(await call(session, 'odd.look')).toMatchObject(LANTERN)
    forget()
    const both = await Promise.all([call(session, 'odd.look'), call(session, 'odd.look')])
    expect(both).toMatchObject([LANTERN, LANTERN])
    await session?.close()
    expect(await call(await openTurn(2), 'odd.look')).toMatchObject(LANTERN)
    expect(http.methods.filter((method) => method === 'initialize')).toHaveLength(2)
    const warning = 'The server forgot the session: a new one was begun, without the state of the old one.'
    expect(events.filter((event) => event.event_type === 'mcp_log')).toMatchObject([
      { level: 'warning', text: warning },
    ])
  })

  it('that is forgotten again at once ends the call with the reason', async () => {
    const { http } = await forgetful(with_(404, ''), ({ method }, response) => {
      if (method !== 'tools/call') return false
      response.writeHead(404).end()
      return true
    })
    const { openTurn } = setUp({ odd: { url: http.url } }, { session_scope: 'episode' })
    expect(await call(await openTurn(1), 'odd.look')).toMatchObject({
      kind: 'died',
      error: 'the server forgets each session at once',
    })
  })

  it('during a call ends that call, which is not repeated', async () => {
    let calls = 0
    const { http, forget } = await forgetful(with_(404, ''), ({ method }, response) => {
      if (method !== 'tools/call' || ++calls > 1) return false
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': running\n\n')
      return true
    })
    const { openTurn } = setUp({ odd: { url: http.url } }, { session_scope: 'episode' })
    const session = await openTurn(1)
    const running = call(session, 'odd.look')
    await expect.poll(() => calls).toBe(1)
    // An answer has begun when its headers have arrived, which cannot be observed here; a second call comes after them.
    await call(session, 'odd.look')
    forget()
    expect(await call(session, 'odd.look')).toMatchObject(LANTERN)
    expect(await running).toMatchObject({
      kind: 'error',
      error: 'the server forgot the session while it ran this call, which was not repeated',
    })
  })
})

/** Answers to the first message after which only SSE could help, from public reports. */
const FIRST: readonly (readonly [source: string, status: number, type: string, body: string, shown: string])[] = [
  [
    'FastGPT#7154',
    405,
    'application/json',
    '{"error":{"code":-32000,"message":"Use the tenant path."}}',
    'Use the tenant path.',
  ],
  ['mastra#10550', 400, 'application/json', '{"message":"No tenant is given.","status":400}', 'No tenant is given.'],
  [
    'mcp-context-forge#2562',
    404,
    'text/html',
    '<!doctype html><html><head><title>Wrong path</title></head><body>…</body></html>',
    'Wrong path',
  ],
  ['typescript-sdk#1635', 406, 'text/plain', 'Accept both types.', 'Accept both types.'],
]

describe('the fall-back to SSE', () => {
  it.each(FIRST)('%s: shows the words of the first answer', async (_source, status, type, body, shown) => {
    const http = await startOddHttp(
      {},
      {
        intercept: (_message, response) => {
          response.writeHead(status, { 'content-type': type }).end(body)
          return true
        },
      },
    )
    servers.push(http)
    const failure = setUp({ odd: { url: http.url } }).openTurn(1)
    await expect(failure).rejects.toThrow(
      `the server refused the message (HTTP ${status}): ${shown} (as an older server, over SSE: `,
    )
  })

  it.each([404, 406])(
    'an optional stream that is refused with %i (typescript-sdk#1635, qwen-code#8784) does not affect the session',
    async (status) => {
      const http = await startOddHttp({}, { refuseGet: status })
      servers.push(http)
      expect(await call(await setUp({ odd: { url: http.url } }).openTurn(1), 'odd.look')).toMatchObject(LANTERN)
    },
  )
})

/** Bodies whose type or end is not what the SDK expects. */
const BODIES: readonly (readonly [
  what: string,
  source: string,
  headers: Record<string, string>,
  body: string,
  outcome: object,
])[] = [
  [
    'JSON as text',
    'postman-app-support#13683',
    { 'content-type': 'text/plain' },
    '{"jsonrpc":"2.0","id":$ID,"result":{"content":"a brass lantern"}}',
    LANTERN,
  ],
  ['JSON without a type', 'invented', {}, '{"jsonrpc":"2.0","id":$ID,"result":{"content":"a brass lantern"}}', LANTERN],
  [
    'events as JSON',
    'ruby_llm-mcp#109',
    { 'content-type': 'application/json' },
    'event: message\ndata: {"jsonrpc":"2.0","id":$ID,"result":{"content":"a brass lantern"}}\n\n',
    LANTERN,
  ],
  [
    'JSON as events',
    'ruby_llm-mcp#109',
    { 'content-type': 'text/event-stream' },
    '{"jsonrpc":"2.0","id":$ID,"result":{"content":"a brass lantern"}}',
    LANTERN,
  ],
  [
    'an event without its end',
    'invented',
    { 'content-type': 'text/event-stream' },
    'data: {"jsonrpc":"2.0","id":$ID,"result":{"content":"a brass lantern"}}',
    LANTERN,
  ],
  [
    'an event of another name',
    'invented',
    { 'content-type': 'text/event-stream' },
    'event: response\ndata: {"jsonrpc":"2.0","id":$ID,"result":{"content":"a brass lantern"}}\n\n',
    LANTERN,
  ],
  [
    'nothing',
    'WordPress/mcp-adapter#195',
    { 'content-type': 'application/json' },
    '',
    { kind: 'error', error: 'the server answered without a message (HTTP 200): nothing' },
  ],
  [
    'a stream without the answer',
    'python-sdk#1144',
    { 'content-type': 'text/event-stream' },
    ': bye\n\n',
    { kind: 'error', error: 'the server ended the stream of its answer without the answer' },
  ],
  [
    'a page',
    'IBM/mcp-context-forge#2562',
    { 'content-type': 'text/html' },
    '<html><title>Sign in</title>{"no":"message"}</html>',
    {
      kind: 'error',
      error: 'the server answered with a web page (HTTP 200): Sign in',
    },
  ],
]

describe('a notification', () => {
  it.each([400, 404, 405, 500])(
    'that is refused with %i (csharp-sdk#1842) does not affect the session',
    async (status) => {
      const http = await startOddHttp(
        {},
        {
          intercept: ({ id }, response) => {
            if (id !== undefined) return false
            response.writeHead(status).end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}')
            return true
          },
        },
      )
      servers.push(http)
      expect(await call(await setUp({ odd: { url: http.url } }).openTurn(1), 'odd.look')).toMatchObject(LANTERN)
    },
  )
})

describe('a body that is not what its type says', () => {
  it.each(BODIES)('%s (%s) is read, or fails the call at once', async (_what, _source, headers, body, outcome) => {
    const http = await startOddHttp(
      {},
      {
        intercept: ({ id, method }, response) => {
          if (method !== 'tools/call') return false
          response.writeHead(200, headers).end(body.replace('$ID', JSON.stringify(id)))
          return true
        },
      },
    )
    servers.push(http)
    expect(await call(await setUp({ odd: { url: http.url } }).openTurn(1), 'odd.look')).toMatchObject(outcome)
  })
})

/** A server over SSE that gives each stream its own session, and refuses messages to a session without a handshake. */
async function startSse(end = '\n'): Promise<{ readonly url: string; breakStreams(): void; close(): void }> {
  const streams = new Map<string, ServerResponse>()
  const greeted = new Set<string>()
  const server = createServer((request, response) => {
    const session = new URL(request.url ?? '', 'http://x').searchParams.get('session') ?? ''
    if (request.method === 'GET') {
      const id = `s${streams.size}`
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(['retry: 10', 'event: endpoint', `data: /messages?session=${id}`, '', ''].join(end))
      streams.set(id, response)
      return
    }
    void text(request).then((body) => {
      const message = JSON.parse(body) as { readonly id?: number; readonly method: string }
      response.writeHead(202).end()
      if (message.id === undefined) return
      if (message.method === 'initialize') greeted.add(session)
      const script = greeted.has(session) ? {} : { [message.method]: NOT_GREETED }
      streams.get(session)?.write(`data: ${answer(script, message)}${end}${end}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`,
    breakStreams: () => streams.forEach((stream) => stream.destroy()),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const NOT_GREETED =
  '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32602,"message":"Received request before initialization was complete"}}'

describe('a stream of an older server', () => {
  it.each(['\n', '\r\n', '\r'])('may end its lines with %j, as sse-starlette of Python does', async (end) => {
    const server = await startSse(end)
    const { openTurn } = setUp({ odd: { type: 'sse', url: server.url } })
    expect(await call(await openTurn(1), 'odd.look')).toMatchObject(LANTERN)
    await closeManagers()
    server.close()
  })

  it('that breaks is replaced by a new session with its own handshake (mcp-remote#269, python-sdk#2214, quarkus-mcp-server#109)', async () => {
    const server = await startSse()
    const { openTurn, reached } = setUp({ odd: { type: 'sse', url: server.url } }, { session_scope: 'episode' })
    const session = await openTurn(1)
    expect(await call(session, 'odd.look')).toMatchObject(LANTERN)
    server.breakStreams()
    await reached('ready', 2)
    await session?.close()
    expect(await call(await openTurn(2), 'odd.look')).toMatchObject(LANTERN)
    await closeManagers()
    server.close()
  })
})
