import { createServer, type RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { closeServer, listenOnLoopback } from '../../base/limits/connections'
import { findServers, USUAL_SERVERS } from './find-servers'

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  const port = await listenOnLoopback(server, 0)
  onTestFinished(() => closeServer(server))
  return port
}
const list =
  (...models: readonly object[]): RequestListener =>
  (request, response) => {
    expect(request.headers.authorization).toBeUndefined()
    response.writeHead(request.url === '/v1/models' ? 200 : 404).end(JSON.stringify({ object: 'list', data: models }))
  }
const ollama = (port: number) => ({ name: 'Ollama', port, owner: /^library$/ })

it('a server is found by its list of models', async () => {
  const port = await serve(list({ id: 'llama3.2:3b', owned_by: 'library' }, { id: 'qwen3:4b', owned_by: 'library' }))
  expect(await findServers([ollama(port)])).toEqual([
    { name: 'Ollama', baseUrl: `http://127.0.0.1:${port}/v1`, models: ['llama3.2:3b', 'qwen3:4b'] },
  ])
})

it('another program on the port of a server does not get its name', async () => {
  const port = await serve(list({ id: 'gpt-4.1', owned_by: 'someone' }))
  expect(await findServers([ollama(port)])).toMatchObject([{ name: null, models: ['gpt-4.1'] }])
})

it('a program that answers something else, too much or nothing does not count as a server', async () => {
  const ports = await Promise.all([
    serve((_request, response) => void response.end('<html>Hello</html>')),
    serve((_request, response) => void response.writeHead(401).end('{}')),
    serve((_request, response) => void response.writeHead(302, { location: 'http://example.org/' }).end()),
    serve((_request, response) => void response.end(`{"data":[${'{"id":"x"},'.repeat(200_000)}{"id":"x"}]}`)),
    serve(() => {}),
  ])
  // The limit ends the wait for the server that sends nothing.
  expect(await findServers(ports.map(ollama), 500)).toEqual([])
  expect(await findServers([ollama(1)])).toEqual([])
})

it('only the usual ports are asked', () => {
  expect(USUAL_SERVERS.map(({ port }) => port)).toEqual([11_434, 1234, 8080, 8000, 1337])
})
