import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerHostile } from './hostile-server.testkit'

/** Starts the hostile server over Streamable HTTP. `asJson`: each answer is one body, not a stream. */
export async function startHostileHttp(asJson: boolean): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const message = JSON.parse(Buffer.concat(pieces).toString()) as Parameters<typeof answerHostile>[0]
      if (message.id === undefined) return void response.writeHead(202).end()
      response.writeHead(200, { 'content-type': asJson ? 'application/json' : 'text/event-stream' })
      const write = (text: string) =>
        response.write(asJson ? text : text.replaceAll('\n', '\n\n').replaceAll(/^(?=.)/gm, 'data: '))
      // A JSON body has one message, so additional messages are dropped.
      const isBeside = (text: string) => text.includes('"method":') || text.includes('"id":99')
      answerHostile(message, {
        write: (text) => (asJson && isBeside(text) ? true : write(text)),
        once: (event, listener) => response.once(event, listener),
      })
      if (!/endless|flood/.test(message.params?.name ?? '')) response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
