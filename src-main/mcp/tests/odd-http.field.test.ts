import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { answer, type Script, TOO_NEW } from './odd-server.testkit'
import { call, closeManagers, setUp } from './open-manager.testkit'

afterEach(closeManagers)

interface Message {
  readonly id?: unknown
  readonly method: string
  readonly params?: { readonly protocolVersion?: string }
}

/** Answers a request itself and returns true, or leaves it to a correct server. `message` is null for a GET. */
type Odd = (message: Message | null, response: ServerResponse, request: IncomingMessage) => boolean

async function startHttp(odd: Odd, script: Script = {}): Promise<{ readonly url: string; readonly seen: string[] }> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const message = request.method === 'POST' && body !== '' ? (JSON.parse(body) as Message) : null
      seen.push(`${request.method} ${request.url} ${message?.method ?? ''}`.trim())
      if (odd(message, response, request)) return
      if (message === null) return void response.writeHead(405).end()
      if (message.id === undefined) return void response.writeHead(202).end()
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer(script, message))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen }
}

const NO_SESSION = '{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Session not found"}}'
const LANTERN = { kind: 'result', content: 'a brass lantern' }

const toNotification =
  (status: number, body = '', type = 'application/json'): Odd =>
  (message, response) => {
    if (message === null || message.id !== undefined) return false
    response.writeHead(status, body === '' ? {} : { 'content-type': type }).end(body)
    return true
  }
const toGet =
  (status: number, type: string, body: string): Odd =>
  (message, response) => {
    if (message !== null) return false
    response.writeHead(status, { 'content-type': type }).end(body)
    return true
  }

describe('an odd server over HTTP can be used', () => {
  it.each<[source: string, odd: Odd, script?: Script]>([
    ['outline#13775, typescript-sdk#2730: 400 for the notification', toNotification(400)],
    [
      'laravel-mcp-server#38: an error for the notification',
      toNotification(
        500,
        '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found: notifications/initialized"}}',
      ),
    ],
    ['chatwise#1360: 204 for the notification', toNotification(204)],
    [
      'govreposcrape#356: 200 with an error for the notification',
      toNotification(200, '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}'),
    ],
    ['docmost#2133: a page for the stream', toGet(200, 'text/html', '<!doctype html><title>Docs</title><p>x')],
    ['malloyyo#134, vrchat-assistant#188: an empty stream', toGet(200, 'text/event-stream', '')],
    ['electerm#4431: nothing of any type for the stream', toGet(200, 'text/plain', '')],
    ['hyperdx#2686: 400 for the stream', toGet(400, 'application/json', '{"error":"Bad Request"}')],
    [
      'modelcontextprotocol#2755: 301 to another path, which other clients follow with GET',
      (_message, response, request) => {
        if (request.url !== '/mcp') return false
        response.writeHead(301, { location: '/mcp/' }).end()
        return true
      },
    ],
    [
      'mcp-remote#168: sessions behind a balancer that sets a cookie',
      (message, response, request) => {
        if (message?.method === 'initialize') {
          response.setHeader('mcp-session-id', 's1')
          // The balancer renews its cookie, also among many others.
          const others = Array.from({ length: 30 }, (_, index) => `c${index}=0`)
          response.setHeader('set-cookie', ['AWSALB=node-0; Path=/', ...others, 'AWSALB=node-1; Path=/; HttpOnly'])
          return false
        }
        if (message === null || request.headers.cookie?.includes('AWSALB=node-1') === true) return false
        response.writeHead(404).end(NO_SESSION)
        return true
      },
    ],
    [
      'a stream of events whose type has capitals, and that stays open',
      (message, response) => {
        if (message?.method !== 'tools/call') return false
        response.writeHead(200, { 'content-type': 'Text/Event-Stream; Charset=UTF-8' })
        response.write(`event: message\ndata: ${answer({}, message)}\n\n`)
        return true
      },
    ],
    [
      'xiaohongshu-mcp#697: 400 for the newest revision of the protocol',
      (message, response) => {
        if (message?.method !== 'initialize' || message.params?.protocolVersion !== '2025-11-25') return false
        const words = 'Bad Request: Unsupported protocol version (supported versions: 2025-06-18, 2025-03-26)'
        response.writeHead(400, { 'content-type': 'text/plain' }).end(words)
        return true
      },
    ],
    [
      'python-sdk#1670: empty events and pings before the answer',
      (message, response) => {
        if (message?.method !== 'tools/call') return false
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(
          `: ping\n\ndata: \n\nevent: ping\ndata: 2026-01-01\n\ndata: ping\n\ndata: ${answer({}, message)}\n\n`,
        )
        return true
      },
    ],
    [
      'python-sdk#1661: 202 for a call, whose answer comes over the stream',
      (() => {
        let stream: ServerResponse | null = null
        return (message, response) => {
          if (message === null) {
            stream = response
            response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
            return true
          }
          if (message.method !== 'tools/call') return false
          response.writeHead(202).end()
          const send = () =>
            stream === null ? setTimeout(send, 5) : void stream.write(`data: ${answer({}, message)}\n\n`)
          send()
          return true
        }
      })(),
    ],
  ])('%s', async (_source, odd, script) => {
    const { url } = await startHttp(odd, script)
    const { openTurn } = setUp({ odd: { url, timeoutMs: 3000 } }, { session_scope: 'episode' })
    const session = await openTurn(1)
    expect(await call(session, 'odd.look')).toMatchObject(LANTERN)
    expect(await call(session, 'odd.look')).toMatchObject(LANTERN)
  })
})

describe('a call without an answer fails at once', () => {
  it.each<[source: string, odd: Odd, error: unknown]>([
    [
      'python-sdk#1661: 202 for a call, and no stream',
      (message, response) => {
        if (message?.method !== 'tools/call') return false
        response.writeHead(202).end()
        return true
      },
      expect.stringContaining('202'),
    ],
    [
      'zed#56775, modelcontextprotocol#1939: a stream with ids that ends, and cannot be resumed',
      (message, response) => {
        if (message?.method !== 'tools/call') return false
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 1\nretry: 10\ndata: \n\n')
        return true
      },
      expect.stringContaining('without the answer'),
    ],
    [
      'zed#56775: a stream that breaks',
      (message, response) => {
        if (message?.method !== 'tools/call') return false
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .write('id: 1\nretry: 10\ndata: \n\n', () => response.destroy())
        return true
      },
      expect.stringContaining('without the answer'),
    ],
    [
      'a gateway that closes the connection without a word',
      (message, response) => {
        if (message?.method !== 'tools/call') return false
        response.destroy()
        return true
      },
      expect.anything(),
    ],
    [
      'a gateway that is too busy',
      (message, response) => {
        if (message?.method !== 'tools/call') return false
        response
          .writeHead(429, { 'retry-after': '30', 'content-type': 'text/html' })
          .end('<html><head><title>429 Too Many Requests</title></head>')
        return true
      },
      'the server refused the message (HTTP 429): 429 Too Many Requests',
    ],
  ])('%s', async (_source, odd, error) => {
    const { url } = await startHttp(odd)
    const { openTurn } = setUp({ odd: { url, timeoutMs: 20_000 } }, { session_scope: 'episode' })
    const outcome = await call(await openTurn(1), 'odd.look')
    expect(outcome).toMatchObject({ error })
  })
})

describe('a server that cannot be used is named with its reason', () => {
  it.each<[source: string, entry: object, odd: Odd, sentence: RegExp]>([
    [
      'apisix#12138, python-sdk#965: messages go to another address',
      { type: 'sse' },
      (message, response) => {
        const endpoint = 'event: endpoint\ndata: http://0.0.0.0:3001/messages?session=1\n\n'
        if (message === null) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(endpoint)
        else response.writeHead(404).end()
        return true
      },
      /the server wants its messages sent to http:\/\/0\.0\.0\.0:3001: use that address in the URL/,
    ],
    [
      'mcp-use#153: another replica answers each time',
      {},
      (message, response) => {
        if (message?.method === 'initialize') response.setHeader('mcp-session-id', 's1')
        if (message === null || message.method === 'initialize') return false
        response.writeHead(404).end(NO_SESSION)
        return true
      },
      /the server forg[^]*session/,
    ],
    [
      'MCP 2026-07-28: only newer revisions of the protocol',
      {},
      (message, response) => {
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(message && answer({ initialize: TOO_NEW }, message))
        return true
      },
      /: it speaks only newer revisions of the protocol \(2026-07-28\); this app speaks 2025-11-25 and older ones\n/,
    ],
    [
      'a limit is no reason to try SSE',
      {},
      (_message, response) => {
        response.writeHead(429, { 'content-type': 'application/json' }).end('{"error":"Too many requests"}')
        return true
      },
      /: the server refused the message \(HTTP 429\): Too many requests\n/,
    ],
  ])('%s', async (_source, entry, odd, sentence) => {
    const { url } = await startHttp(odd)
    await expect(setUp({ odd: { url, ...entry } }).openTurn(1)).rejects.toThrow(sentence)
  })
})
