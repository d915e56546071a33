import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { McpBundle } from '@shared/contract/bundles'
import { readBundle, unpackBundle } from './bundle-archive'
import { bundleOf, MANIFEST } from './bundle.testkit'
import { type Bundles, openBundles } from './bundles'

const root = mkdtempSync(join(tmpdir(), 'bundles-'))
const folder = join(root, 'bundles')
let bundles: Bundles
/** How long after now the host looks at the clock. */
let days = 0
const now = () => new Date(Date.now() + days * 24 * 60 * 60 * 1000)
beforeEach(() => {
  days = 0
  rmSync(folder, { recursive: true, force: true })
  bundles = openBundles({ folder, platform: 'linux', now, work: { readBundle, unpackBundle } })
})
afterAll(() => rmSync(root, { recursive: true }))

/** Sends it in two parts. */
async function open(bytes: Uint8Array): Promise<McpBundle> {
  const upload = randomUUID()
  const half = bytes.length >> 1
  const send = (from: number, to: number) =>
    bundles.open({ upload, at: from, totalBytes: bytes.length, bytes: bytes.subarray(from, to) })
  expect(await send(0, half)).toBeNull()
  const bundle = await send(half, bytes.length)
  if (bundle === null) throw new Error('not opened')
  return bundle
}

describe('a bundle', () => {
  it('is read without unpacking it, and unpacked into a private folder when it is added', async () => {
    const bundle = await open(bundleOf(MANIFEST, { 'bin/lamp': [Buffer.from('x'), { os: 3, attrs: 0o100755 << 16 }] }))
    expect(bundle).toMatchObject({ manifest: { name: 'lamp', version: '1.2.0' }, files: 3 })
    expect(existsSync(folder)).toBe(false)
    await bundles.install(bundle.sha256)
    const { folder: own } = bundle.place
    expect(readdirSync(folder)).toEqual([bundle.sha256.slice(0, 32)])
    expect(readFileSync(join(own, 'server', 'index.js'), 'utf8')).toContain('tools/list')
    if (process.platform === 'win32') return
    const modes = ['.', 'server/index.js', 'bin/lamp'].map((name) => statSync(join(own, name)).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600, 0o700])
  })

  it('that is no longer named by the config is deleted, others stay', async () => {
    const [one, other] = [await open(bundleOf()), await open(bundleOf(MANIFEST, { more: Buffer.from('x') }))]
    await bundles.install(one.sha256)
    await bundles.install(other.sha256)
    const naming = (...cwds: readonly string[]) =>
      JSON.stringify({ mcpServers: Object.fromEntries(cwds.map((cwd) => [cwd, { command: 'node', cwd }])) })
    await bundles.deleteUnused(naming(one.place.folder, other.place.folder), naming(other.place.folder))
    expect(readdirSync(folder)).toEqual([other.sha256.slice(0, 32)])
  })

  it('that an unsaved draft may name is kept for a day', async () => {
    const { sha256 } = await open(bundleOf())
    await bundles.install(sha256)
    const names = readdirSync(folder)
    days = 0.9
    await bundles.deleteUnused('{}', '{}')
    expect(readdirSync(folder)).toEqual(names)
    days = 1.1
    await bundles.deleteUnused('{}', '{}')
    expect(readdirSync(folder)).toEqual([])
  })

  it('that is added several times at once is unpacked, and leaves no other folder', async () => {
    const { sha256, place } = await open(bundleOf())
    await Promise.all(Array.from({ length: 8 }, () => bundles.install(sha256)))
    expect(readdirSync(folder)).toEqual([sha256.slice(0, 32)])
    expect(existsSync(join(place.folder, 'server', 'index.js'))).toBe(true)
  })

  it('that was closed must be opened again', async () => {
    const { sha256 } = await open(bundleOf())
    bundles.close(sha256)
    await expect(bundles.install(sha256)).rejects.toMatchObject({ kind: 'not_found' })
  })

  const link = { 'server/link': [Buffer.from('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] } as const
  it.each([
    ['leads out of the bundle', bundleOf(MANIFEST, { '../evil.js': Buffer.from('x') })],
    ['leads out of the bundle', bundleOf(MANIFEST, { '/etc/evil.js': Buffer.from('x') })],
    ['leads out of the bundle', bundleOf(MANIFEST, { 'server/../../evil.js': Buffer.from('x') })],
    ['has not the name of a file', bundleOf(MANIFEST, { 'server\\evil.js': Buffer.from('x') })],
    ['has not the name of a file', bundleOf(MANIFEST, { 'C:evil.js': Buffer.from('x') })],
    ['has not the name of a file', bundleOf(MANIFEST, { 'a\u202eb': Buffer.from('x') })],
    ['is a link, or no file', bundleOf(MANIFEST, { 'server/link': [...link['server/link']] })],
    ['its manifest.json has not the form of one', bundleOf({ name: 'x' })],
    ['no ZIP archive', Buffer.from('not an archive at all, but long enough to look for its end')],
  ])('%s: is refused whole', async (reason, bytes) => {
    await expect(open(bytes)).rejects.toMatchObject({
      kind: 'bad_file',
      message: expect.stringContaining(reason) as string,
    })
    expect(existsSync(folder)).toBe(false)
  })

  it('that would become too large is refused before it is unpacked', async () => {
    const bytes = bundleOf(MANIFEST, { 'big.bin': new Uint8Array(1000) })
    // The size that the directory at the end declares.
    const view = new DataView(bytes.buffer)
    const name = Buffer.from(bytes).lastIndexOf('big.bin')
    view.setUint32(name - 46 + 24, 600 << 20, true)
    await expect(open(bytes)).rejects.toThrow('and 512 MB are taken')
  })

  it('that unpacks to more than it declares is refused, and nothing of it stays', async () => {
    const bytes = bundleOf(MANIFEST, { 'big.bin': new Uint8Array(1 << 20) })
    const name = Buffer.from(bytes).lastIndexOf('big.bin')
    new DataView(bytes.buffer).setUint32(name - 46 + 24, 10, true)
    const { sha256 } = await open(bytes)
    await expect(bundles.install(sha256)).rejects.toMatchObject({ kind: 'bad_file' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('of too many bytes, or in wrong order, is refused at the first part', async () => {
    const part = { upload: randomUUID(), at: 0, totalBytes: 200 << 20, bytes: new Uint8Array(1) }
    await expect(bundles.open(part)).rejects.toMatchObject({ kind: 'bad_file' })
    await expect(bundles.open({ ...part, at: 5, totalBytes: 10 })).rejects.toMatchObject({ kind: 'bad_input' })
  })
})
