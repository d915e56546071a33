import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { LEFT_OUT } from '@shared/base/json/bound-json'
import { boundFetch, EventFramer } from './bound-fetch'
import { Pace } from './pace'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const deep = (levels: number) => '{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2)
const stream = { 'content-type': 'text/event-stream; charset=utf-8' }

/** Writes as fast as the client reads. */
function flood(response: ServerResponse, piece: Buffer): void {
  const more = () => {
    while (!response.destroyed && response.write(piece)) {
      /* until the pipe is full */
    }
  }
  response.on('drain', more)
  more()
}

describe('a bounded fetch', () => {
  it('passes an answer within the limits unchanged', async () => {
    const url = await serve((response) =>
      response.writeHead(201, { ...stream, 'x-own': 'yes' }).end('id: 1\ndata: {"a":1}\n\n: idle\r\n\r\ndata: [2]'),
    )
    const response = await boundFetch({ maxMessageBytes: 1000 })(url)
    expect([response.status, response.headers.get('x-own'), response.url, response.redirected]).toEqual([
      201,
      'yes',
      url,
      false,
    ])
    expect(await response.text()).toBe('id: 1\ndata: {"a":1}\n\n: idle\r\n\r\ndata: [2]')
  })

  it('cuts off endless answers, with or without a stream, and reports it', async () => {
    const received: string[] = []
    const fetchBounded = boundFetch({ maxMessageBytes: 2 ** 20, onExceeded: ({ message }) => received.push(message) })
    for (const head of [stream, { 'content-type': 'application/json' }]) {
      const closed: Promise<unknown>[] = []
      const url = await serve((response) => {
        closed.push(once(response, 'close'))
        flood(response.writeHead(200, head), Buffer.alloc(2 ** 16, 'x'))
      })
      const response = await fetchBounded(url)
      await expect(response.text()).rejects.toThrow('sent a message of more than 1 MB')
      await Promise.all(closed)
    }
    expect(received).toHaveLength(2)
  })

  it('removes values nested too deeply before they are parsed', async () => {
    const url = await serve((response) =>
      response
        .writeHead(200, stream)
        .end(`event: message\r\ndata: {"deep":\r\ndata: ${deep(6000)}}\r\nid: 7\r\n\r\ndata: {"next":1}\n\n`),
    )
    const text = await (await boundFetch({ maxMessageBytes: 1e6 })(url)).text()
    expect(text).toContain(LEFT_OUT)
    expect(text).toMatch(/^event: message\nid: 7\ndata: \{"deep":\ndata: [^\n]*\n+data: \{"next":1\}\n\n$/)
    expect(text.length).toBeLessThan(1100)
    const json = await serve((response) =>
      response.writeHead(500, { 'content-type': 'application/json' }).end(deep(6000)),
    )
    expect(JSON.stringify(await (await boundFetch({ maxMessageBytes: 1e6 })(json)).json())).toContain(LEFT_OUT)
  })

  it('rejects too many values', async () => {
    const url = await serve((response) => response.writeHead(200, stream).end(`data: [${'[],'.repeat(1e6)}1]\n\n`))
    await expect((await boundFetch({ maxMessageBytes: 1e7 })(url)).text()).rejects.toThrow(
      'sent a message that was rejected: it holds more than 250,000 values',
    )
  })

  it('follows redirects within the origin only', async () => {
    const asked: string[] = []
    const other = await serve((response) => {
      asked.push(`other ${response.req.url}`)
      response.end('elsewhere')
    })
    const url = await serve((response) => {
      const { method, url: path, headers } = response.req
      asked.push([method, path, headers['x-key']].join(' '))
      if (path === '/away') response.writeHead(307, { location: other }).end()
      else if (path === '/again') response.writeHead(307, { location: '/again' }).end()
      else if (path === '/') response.writeHead(308, { location: '/moved' }).end()
      else if (path === '/moved') response.writeHead(301, { location: '/here' }).end()
      else if (path === '/here') response.writeHead(303, { location: 'there' }).end()
      else response.end('arrived')
    })
    const fetchBounded = boundFetch({ maxMessageBytes: 1000 })
    const post = { method: 'POST', headers: { 'x-key': 'lamp' }, body: '{}' }
    expect(await (await fetchBounded(url, post)).text()).toBe('arrived')
    expect(asked).toEqual(['POST / lamp', 'POST /moved lamp', 'POST /here lamp', 'GET /there lamp'])
    await expect(fetchBounded(new URL('/away', url), post)).rejects.toThrow(`redirects to ${new URL(other).origin}`)
    await expect(fetchBounded(new URL('/again', url), post)).rejects.toThrow('redirects too often')
    expect(asked.filter((each) => each.startsWith('other'))).toEqual([])
  })

  it('rejects requests while 64 wait for an answer', async () => {
    const url = await serve(() => {})
    const [fetchBounded, stop] = [boundFetch({ maxMessageBytes: 1000 }), new AbortController()]
    const asked = Array.from({ length: 64 }, () => fetchBounded(url, { signal: stop.signal }).catch(() => 'aborted'))
    await expect(fetchBounded(url)).rejects.toThrow('64 requests are already waiting for an answer')
    stop.abort()
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['aborted']))
  })
})

it('events are complete, however the stream is cut into chunks', () => {
  const text = 'data: a\n\ndata: b\r\n\r\n\rdata: c\r\rid: 1\ndata: d\n\nrest'
  const whole = new EventFramer(100).push(Buffer.from(text)).map(String)
  expect(whole.filter((event) => event.includes('data'))).toHaveLength(4)
  for (let size = 1; size < text.length; size++) {
    const framer = new EventFramer(100)
    const events: string[] = []
    for (let at = 0; at < text.length; at += size)
      events.push(...framer.push(Buffer.from(text.slice(at, at + size))).map(String))
    expect([...events, String(framer.end())]).toEqual([...whole, 'rest'])
  }
})

it('a sender within the rate never waits, and a flood is slowed down to it', () => {
  let now = 0
  const [slow, fast] = [new Pace(() => now), new Pace(() => now)]
  expect([slow.pauseMs(2000), fast.pauseMs(6000)]).toEqual([0, 2000])
  now = 1000
  expect([slow.pauseMs(2000), fast.pauseMs(0)]).toEqual([0, 1000])
})
