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
/** How far the host's clock is ahead. */
let days = 0
const now = () => new Date(Date.now() + days * 24 * 60 * 60 * 1000)
beforeEach(() => {
  days = 0
  rmSync(folder, { recursive: true, force: true })
  bundles = openBundles({ folder, platform: 'linux', now, work: { readBundle, unpackBundle } })
})
afterAll(() => rmSync(root, { recursive: true }))

/** Sends a bundle in two parts. */
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

  it('is deleted when the config no longer names it, and others stay', async () => {
    const [one, other] = [await open(bundleOf()), await open(bundleOf(MANIFEST, { more: Buffer.from('x') }))]
    await bundles.install(one.sha256)
    await bundles.install(other.sha256)
    const naming = (...cwds: readonly string[]) =>
      JSON.stringify({ mcpServers: Object.fromEntries(cwds.map((cwd) => [cwd, { command: 'node', cwd }])) })
    await bundles.deleteUnused(naming(one.place.folder, other.place.folder), naming(other.place.folder))
    expect(readdirSync(folder)).toEqual([other.sha256.slice(0, 32)])
  })

  it('stays for a day if an unsaved draft may name it', async () => {
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

  it('is unpacked once if it is added several times at once, and leaves no other folder', async () => {
    const { sha256, place } = await open(bundleOf())
    await Promise.all(Array.from({ length: 8 }, () => bundles.install(sha256)))
    expect(readdirSync(folder)).toEqual([sha256.slice(0, 32)])
    expect(existsSync(join(place.folder, 'server', 'index.js'))).toBe(true)
  })

  it('must be opened again after it was closed', async () => {
    const { sha256 } = await open(bundleOf())
    bundles.close(sha256)
    await expect(bundles.install(sha256)).rejects.toMatchObject({ kind: 'not_found' })
  })

  const link = { 'server/link': [Buffer.from('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] } as const
  it.each([
    ['leads out of the bundle', bundleOf(MANIFEST, { '../evil.js': Buffer.from('x') })],
    ['leads out of the bundle', bundleOf(MANIFEST, { '/etc/evil.js': Buffer.from('x') })],
    ['leads out of the bundle', bundleOf(MANIFEST, { 'server/../../evil.js': Buffer.from('x') })],
    ['is not a valid file name', bundleOf(MANIFEST, { 'server\\evil.js': Buffer.from('x') })],
    ['is not a valid file name', bundleOf(MANIFEST, { 'C:evil.js': Buffer.from('x') })],
    ['is not a valid file name', bundleOf(MANIFEST, { 'a\u202eb': Buffer.from('x') })],
    ['is not a regular file', bundleOf(MANIFEST, { 'server/link': [...link['server/link']] })],
    ['its manifest.json is not a valid manifest', bundleOf({ name: 'x' })],
    ['not a valid ZIP archive', Buffer.from('not an archive at all, but long enough to look for its end')],
  ])('%s: is refused whole', async (reason, bytes) => {
    await expect(open(bytes)).rejects.toMatchObject({
      kind: 'bad_file',
      message: expect.stringContaining(reason) as string,
    })
    expect(existsSync(folder)).toBe(false)
  })

  it('is refused before it is unpacked if it would become too large', async () => {
    const bytes = bundleOf(MANIFEST, { 'big.bin': new Uint8Array(1000) })
    // This is the size in the directory at the end of the archive.
    const view = new DataView(bytes.buffer)
    const name = Buffer.from(bytes).lastIndexOf('big.bin')
    view.setUint32(name - 46 + 24, 600 << 20, true)
    await expect(open(bytes)).rejects.toThrow('the maximum is 512 MB')
  })

  it('is refused and removed if it unpacks to more than it declares', async () => {
    const bytes = bundleOf(MANIFEST, { 'big.bin': new Uint8Array(1 << 20) })
    const name = Buffer.from(bytes).lastIndexOf('big.bin')
    new DataView(bytes.buffer).setUint32(name - 46 + 24, 10, true)
    const { sha256 } = await open(bytes)
    await expect(bundles.install(sha256)).rejects.toMatchObject({ kind: 'bad_file' })
    expect(readdirSync(folder)).toEqual([])
  })

  it('is refused at the first part if it is too large or its parts are out of order', async () => {
    const part = { upload: randomUUID(), at: 0, totalBytes: 200 << 20, bytes: new Uint8Array(1) }
    await expect(bundles.open(part)).rejects.toMatchObject({ kind: 'bad_file' })
    await expect(bundles.open({ ...part, at: 5, totalBytes: 10 })).rejects.toMatchObject({ kind: 'bad_input' })
  })
})
