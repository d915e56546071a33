import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import { endpointFile, findEndpoint } from './endpoint-file'
import { serveHost } from './serve-host'

let dataFolder: string
const open: (() => unknown)[] = []
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'endpoint-file-'))
})
afterEach(async () => {
  for (const close of open.splice(0)) await close()
  await rm(dataFolder, { recursive: true, force: true })
})

/** A host that only has to prove its identity. */
const api = { watchLibrary: async function* () {} } as unknown as HostApi
async function serve(ownToken: string | null = null) {
  const served = await serveHost({ api, dataFolder, port: 0, ownToken })
  open.push(() => served.close())
  return served
}

const read = async () => JSON.parse(await readFile(endpointFile(dataFolder), 'utf8')) as Record<string, string>

type Answer = (request: IncomingMessage) => { readonly status: number; readonly headers?: Record<string, string> }
/** Another user's program at the port of a dead host, which answers anything. */
async function takePort(answer: Answer) {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(JSON.stringify([request.url, request.rawHeaders]))
    const { status, headers } = answer(request)
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => server.close())
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` }
}

describe('an endpoint file', () => {
  it('leads to the host that wrote it', async () => {
    const { url, token, secret } = await serve()
    expect(await findEndpoint(dataFolder)).toEqual({ url, token, secret })
  })

  it.each<[string, Answer]>([
    ['says what our server says', () => ({ status: 400 })],
    [
      'gives the challenge back',
      ({ headers }) => ({ status: 401, headers: { 'zorkgpt-proof': String(headers['zorkgpt-challenge']) } }),
    ],
    ['sends elsewhere', () => ({ status: 302, headers: { location: '/other' } })],
  ])('of a dead host leads nowhere and sends no token, if the program at its port %s', async (_what, answer) => {
    const { heard, url } = await takePort(answer)
    await writeFile(
      endpointFile(dataFolder),
      JSON.stringify({ url, token: 'token-of-the-dead', secret: 'secret-of-the-dead' }),
    )
    expect(await findEndpoint(dataFolder)).toBeNull()
    expect(heard).toHaveLength(1)
    expect(heard.join()).not.toContain('of-the-dead')
  })

  it('of another version leads nowhere', async () => {
    const { url, token } = await serve()
    await writeFile(endpointFile(dataFolder), JSON.stringify({ url, token }))
    expect(await findEndpoint(dataFolder)).toBeNull()
  })

  it('is removed by the host that wrote it, but not after another host replaced it', async () => {
    const first = await serve()
    const second = await serve()
    await first.close()
    expect((await findEndpoint(dataFolder))?.url).toBe(second.url)
    await second.close()
    expect(await readdir(dataFolder)).toEqual([])
  })

  it('has a new token and secret at every start, and never the token given to clients', async () => {
    const first = await serve('chosen-by-me')
    const before = await read()
    const second = await serve('chosen-by-me')
    const after = await read()
    expect(new Set([before.token, before.secret, after.token, after.secret]).size).toBe(4)
    expect(JSON.stringify([before, after])).not.toContain('chosen-by-me')
    const status = (url: string, token = '') =>
      fetch(url, { headers: { Authorization: `Bearer ${token}` } }).then((answer) => answer.status)
    expect([await status(first.url, before.token), await status(first.url, 'chosen-by-me')]).toEqual([400, 400])
    expect([await status(first.url, after.token), await status(second.url, 'chosen-by-me')]).toEqual([401, 400])
  })
})
