import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openCallbackServer } from './callback-server'

/** The first line of the answer to a request for exactly this target. */
async function answerTo(address: string, target: string): Promise<string | undefined> {
  const { host, hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  return (await text(socket)).split('\r\n')[0]
}

it('answers every request, whatever its target, and accepts the one answer with its state', async () => {
  const server = await openCallbackServer('own-state', 0)
  try {
    const answers = ['//', 'http://[/', '/callback', '/callback?state=other&code=1'].map((target) =>
      answerTo(server.url, target),
    )
    expect(await Promise.all(answers)).toEqual([
      'HTTP/1.1 404 Not Found',
      'HTTP/1.1 404 Not Found',
      'HTTP/1.1 400 Bad Request',
      'HTTP/1.1 400 Bad Request',
    ])
    expect(await answerTo(server.url, '/callback?code=a%20b&state=own-state&iss=')).toBe('HTTP/1.1 200 OK')
    expect(await server.answer(new AbortController().signal)).toEqual({
      code: 'a b',
      error: null,
      errorDescription: null,
      issuer: '',
    })
  } finally {
    server.close()
  }
})
