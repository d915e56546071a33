import { createDecipheriv } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import { openForwarding } from './forwarding'
import { startWebShell } from './server'

const NONCE = 'a-nonce-of-22-letters--'
let folder: string
const closings: (() => Promise<void>)[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-starts-'))
})
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts on this port, and resolves to the key. */
async function startAt(port: number, dataFolder = '/episodes'): Promise<string> {
  const forwarding = await openForwarding(join(folder, 'starts'), dataFolder)
  const pages = await forwarding.listen({ port, url: `http://here:${port}/` })
  closings.push(() => pages.close())
  return forwarding.key
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const ask = async (port: number) => (await fetch(`http://127.0.0.1:${port}/forwarded?nonce=${NONCE}`)).text()

function read(answer: string, key: string, context: string): string {
  const bytes = Buffer.from(answer, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}

it('sends the new address to a page of the previous start, whose key alone decrypts it', async () => {
  const port = await freePort()
  const key = await startAt(port)
  const newKey = await startAt(1)
  const answer = await ask(port)
  expect(read(answer, key, `${port} ${NONCE}`)).toBe('http://here:1/')
  expect(() => read(answer, newKey, `${port} ${NONCE}`)).toThrow()
  expect(() => read(answer, key, `${port} another-nonce`)).toThrow()
  expect(() => read(answer, key, `1 ${NONCE}`)).toThrow()
})

it('sends nothing to a page of another site, nor to a request without a nonce', async () => {
  const port = await freePort()
  await startAt(port)
  await startAt(1)
  const url = `http://127.0.0.1:${port}/forwarded`
  const refused = 'The host was restarted. Open the address that it printed.\n'
  expect(await (await fetch(`${url}?nonce=${NONCE}`, { headers: { origin: 'https://evil.example' } })).text()).toBe(
    refused,
  )
  expect(await (await fetch(url)).text()).toBe(refused)
})

it('leaves the previous port to another program that uses it, and is separate for each data folder', async () => {
  const server = createServer((_request, response) => response.end('other')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  closings.push(() => new Promise((resolve) => server.close(() => resolve())))
  await startAt(port)
  await startAt(1)
  expect(await ask(port)).toBe('other')
  const free = await freePort()
  await startAt(free)
  await startAt(1, '/other-episodes')
  await expect(ask(free)).rejects.toThrow()
})

it('sends the new token if the port is the same', async () => {
  const host = { api: {} as HostApi }
  const begin = async (port: number) => {
    const forwarding = await openForwarding(join(folder, 'starts'), '/episodes')
    const shell = await startWebShell({ host, rendererFolder: folder, port, forwarding })
    await forwarding.listen(shell)
    return { shell, key: forwarding.key }
  }
  const { shell, key } = await begin(0)
  const { port } = shell
  await shell.close()
  const again = await begin(port)
  closings.push(() => again.shell.close())
  expect(again.shell.url).not.toBe(shell.url)
  expect(read(await ask(port), key, `${port} ${NONCE}`)).toBe(again.shell.url)
})

it.skipIf(process.platform === 'win32')('stores the key in a file that only its user can read', async () => {
  await startAt(1)
  const [name = ''] = await readdir(join(folder, 'starts'))
  const modes = [join(folder, 'starts'), join(folder, 'starts', name)].map(
    async (path) => (await stat(path)).mode & 0o777,
  )
  expect(await Promise.all(modes)).toEqual([0o700, 0o600])
})
