import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { BundleDownload } from '@shared/contract/bundles'
import { closeServer, listenOnLoopback } from '../../base/limits/connections'
import { readBundle, unpackBundle } from './bundle-archive'
import { bundleOf, MANIFEST } from './bundle.testkit'
import { openBundles } from './bundles'
import { receiveBundle } from './receive-bundle'

const bytes = bundleOf(MANIFEST, { 'data.bin': randomBytes(300_000) })
const sha256Of = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')
const never = new AbortController().signal

let address: string
let answer: (response: ServerResponse, path: string) => void
let asked: string[]
beforeEach(async () => {
  asked = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(response, request.url ?? '')
  })
  address = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`
  onTestFinished(() => closeServer(server))
})

async function receive(url = `${address}/lamp.mcpb`, sha256 = sha256Of(bytes), limits = { maxBytes: 1 << 20 }) {
  const receiving = receiveBundle({ registry: address, url, sha256 }, limits, never)
  for (;;) {
    const { done, value } = await receiving.next()
    if (done) return new Uint8Array(value)
  }
}

it.each([
  ['a length', { 'content-length': bytes.length }],
  ['no length', {}],
])('a file with %s is received whole', async (_what, headers) => {
  answer = (response) => void response.writeHead(200, headers).end(bytes)
  expect(sha256Of(await receive())).toBe(sha256Of(bytes))
})

it('a redirect is followed, because releases of GitHub have one', async () => {
  answer = (response, path) =>
    path === '/lamp.mcpb' ? void response.writeHead(302, { location: '/files/1' }).end() : void response.end(bytes)
  expect(await receive()).toHaveLength(bytes.length)
  expect(asked).toEqual(['/lamp.mcpb', '/files/1'])
})

it.each([
  [
    'http://bundles.example/lamp',
    'redirects to another address: http://bundles.example/lamp is not an https address, or contains a name or password.',
  ],
  [
    'file:///etc/passwd',
    'redirects to another address: file:///etc/passwd is not an https address, or contains a name or password.',
  ],
  [
    'https://u:p@bundles.example/?key=k',
    'another address: https://bundles.example/ is not an https address, or contains a name',
  ],
  ['/lamp.mcpb', 'redirects too often.'],
])('a redirect to %s is refused', async (location, reason) => {
  answer = (response) => void response.writeHead(302, { location }).end()
  await expect(receive()).rejects.toMatchObject({
    kind: 'not_received',
    message: expect.stringContaining(reason) as string,
  })
})

it('an address of this computer is used only for a registry of this computer', async () => {
  const source = { registry: 'https://registry.example', url: `${address}/lamp.mcpb`, sha256: sha256Of(bytes) }
  await expect(receiveBundle(source, { maxBytes: 1 }, never).next()).rejects.toThrow('is an address of this computer')
  expect(asked).toEqual([])
})

it.each([
  ['another file', (response) => void response.end('another'), /sent another file than the registry describes: its/],
  ['404', (response) => void response.writeHead(404).end('none'), /answered with status 404\.$/],
  [
    'too many bytes by its length',
    (response) => void response.writeHead(200, { 'content-length': 2 << 20 }).write('x'),
    /^The file is longer than the maximum of 1 MB\.$/,
  ],
  [
    'too many bytes without a length',
    (response) => void response.end(Buffer.alloc((1 << 20) + 1)),
    /^The file is longer than the maximum of 1 MB/,
  ],
  [
    'less than its length',
    (response) => void response.writeHead(200, { 'content-length': 99 }).write('x', () => response.destroy()),
    /ended the connection before the whole file was received\.$/,
  ],
] satisfies readonly (readonly [string, typeof answer, RegExp])[])(
  'a server that sends %s is refused in one sentence',
  async (_what, how, message) => {
    answer = how
    await expect(receive()).rejects.toThrow(message)
  },
)

it('a download fails if its server sends no more data', async () => {
  answer = (response) => void response.writeHead(200, { 'content-length': 99 }).write('x')
  const limits = { maxBytes: 100, silenceMs: 50 }
  await expect(receive(undefined, undefined, limits)).rejects.toThrow('sent nothing for 0.05 seconds.')
})

it('a cancelled download ends its request, and another one can begin', async () => {
  const root = mkdtempSync(join(tmpdir(), 'received-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'bundles')
  const bundles = openBundles({ folder, platform: 'linux', now: () => new Date(), work: { readBundle, unpackBundle } })
  let closed = 0
  answer = (response) => {
    response.on('close', () => closed++)
    response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 1000))
  }
  const source = { registry: address, url: `${address}/lamp.mcpb`, sha256: sha256Of(bytes) }
  const stop = new AbortController()
  const stopped = [1, 2].map(async () => {
    for await (const { receivedBytes } of bundles.download(source, stop.signal)) expect(receivedBytes).toBe(1000)
  })
  await expect.poll(() => asked).toHaveLength(2)
  await expect(bundles.download(source, never).next()).rejects.toMatchObject({ kind: 'not_possible' })
  stop.abort(new Error('enough'))
  for (const each of stopped) await expect(each).rejects.toThrow('enough')
  await expect.poll(() => closed).toBe(2)

  answer = (response) => void response.end(bytes)
  let last: BundleDownload | null = null
  for await (const batch of bundles.download(source, never)) last = batch
  expect(last).toMatchObject({ receivedBytes: bytes.length, bundle: { manifest: { name: 'lamp' }, files: 3 } })
  expect(existsSync(folder)).toBe(false)
  await bundles.install(source.sha256)
  expect(existsSync(join(folder, source.sha256.slice(0, 32)))).toBe(true)
})

it('a download that is cancelled while its bundle is checked leaves no bundle open', async () => {
  const stop = new AbortController()
  const read: typeof readBundle = (given) => {
    stop.abort(new Error('enough'))
    return readBundle(given)
  }
  const bundles = openBundles({
    folder: '',
    platform: 'linux',
    now: () => new Date(),
    work: { readBundle: read, unpackBundle },
  })
  answer = (response) => void response.end(bytes)
  const source = { registry: address, url: `${address}/lamp.mcpb`, sha256: sha256Of(bytes) }
  const batches = async () => {
    for await (const { bundle } of bundles.download(source, stop.signal)) expect(bundle).toBeNull()
  }
  await expect(batches()).rejects.toThrow('enough')
  await expect(bundles.install(source.sha256)).rejects.toMatchObject({ kind: 'not_found' })
})
