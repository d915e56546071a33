import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import type { BundlePart, McpBundle } from '@shared/contract/bundles'
import { type ArchivedFile, filesIn } from '@shared/formats/archive'
import { readManifest } from '@shared/mcp/bundle/manifest'
import { makePlainFolder, PRIVATE_FILE, PRIVATE_FOLDER, pathIn } from '../../base/files/plain-file'
import { writeError } from '../../base/files/write-error'

/** MCP bundles: files with a server, which are looked at before they are unpacked. */
export interface Bundles {
  /** Resolves to the bundle after the last part, else to null. Rejects with `bad_input` or `bad_file`. */
  open(part: BundlePart): Promise<McpBundle | null>
  /** Unpacks a bundle that was opened. Rejects with `not_found` or `cannot_write`. */
  install(sha256: string): Promise<void>
  /** Forgets a bundle that was opened. */
  close(sha256: string): void
  /** Deletes the folders of bundles that this text does not name. Never rejects. */
  deleteUnused(configText: string): Promise<void>
}

interface BundlePlaces {
  /** For this config file only, because others may name other bundles. */
  readonly folder: string
  readonly platform: NodeJS.Platform
}

/** Opened bundles are in memory until they are unpacked or closed. */
const MAX_BYTES = 128 << 20
const MAX_OPEN = 2
const MAX_UNPACKED_BYTES = 512 << 20
const MAX_FILES = 20_000
const MAX_MANIFEST_BYTES = 1 << 20

interface Received {
  readonly parts: Uint8Array[]
  bytes: number
}

type Files = ReadonlyMap<string, ArchivedFile>

export function openBundles({ folder, platform }: BundlePlaces): Bundles {
  const receiving = new Map<string, Received>()
  const opened = new Map<string, Files>()
  const folderOf = (sha256: string) => join(folder, sha256.slice(0, 32))

  return {
    async open({ upload, at, totalBytes, bytes }) {
      if (totalBytes > MAX_BYTES)
        throw new ExpectedError('bad_file', `The bundle has ${totalBytes} bytes; at most ${MAX_BYTES} are taken.`)
      const received = at === 0 ? { parts: [], bytes: 0 } : receiving.get(upload)
      if (received === undefined || at !== received.bytes || at + bytes.length > totalBytes) {
        receiving.delete(upload)
        throw new ExpectedError('bad_input', 'The parts of the file are out of order.')
      }
      received.parts.push(bytes)
      received.bytes += bytes.length
      keepNewest(receiving, upload, received)
      if (received.bytes < totalBytes) return null
      receiving.delete(upload)
      const archive = Buffer.concat(received.parts)
      const sha256 = createHash('sha256').update(archive).digest('hex')
      const { files, manifest, unpackedBytes } = readBundle(archive)
      keepNewest(opened, sha256, files)
      return {
        sha256,
        manifest,
        files: files.size,
        unpackedBytes,
        place: { folder: folderOf(sha256), platform, home: homedir(), separator: sep },
      }
    },
    async install(sha256) {
      const files = opened.get(sha256)
      if (files === undefined) throw new ExpectedError('not_found', 'This bundle is no longer open. Open it again.')
      await unpack(files, folder, folderOf(sha256))
      opened.delete(sha256)
    },
    close: (sha256) => void opened.delete(sha256),
    async deleteUnused(configText) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        // As a text of JSON, which doubles the backslashes of Windows.
        const written = JSON.stringify(join(folder, name)).slice(1, -1)
        if (!configText.includes(written))
          await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
      }
    },
  }
}

function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of [...map.keys()].slice(0, -MAX_OPEN)) map.delete(oldest)
}

function readBundle(archive: Uint8Array) {
  const refuse = (reason: string) => new ExpectedError('bad_file', `This is not a bundle that can be used: ${reason}.`)
  try {
    const all = [...filesIn(archive)]
    const files = new Map(all.filter(([name]) => !name.endsWith('/')))
    if (files.size > MAX_FILES) throw refuse(`it has ${files.size} files, and ${MAX_FILES} are taken`)
    const unpackedBytes = [...files.values()].reduce((sum, { size }) => sum + size, 0)
    if (unpackedBytes > MAX_UNPACKED_BYTES)
      throw refuse(`its files would become ${unpackedBytes} bytes, and ${MAX_UNPACKED_BYTES >> 20} MB are taken`)
    for (const [name, { mode }] of all) {
      const why = whyBadName(name) ?? (isSpecial(mode) ? 'is a link, or no file' : null)
      if (why !== null) throw refuse(`its “${visibleLine(name, 200)}” ${why}`)
    }
    const text = files.get('manifest.json')
    if (text === undefined) throw refuse('it has no manifest.json')
    if (text.size > MAX_MANIFEST_BYTES) throw refuse('its manifest.json is too long')
    const manifest = readManifest(Buffer.from(text.read()).toString('utf8'))
    if (manifest === null) throw refuse('its manifest.json has not the form of one')
    return { files, manifest, unpackedBytes }
  } catch (error) {
    throw error instanceof RangeError ? refuse(error.message) : error
  }
}

/** A name that leads out of the folder, or that a system takes for another. */
function whyBadName(name: string): string | null {
  const parts = name.replace(/\/$/, '').split('/')
  if (name.length > 400 || visibleLine(name) !== name || /[\\:*?"<>|]/.test(name)) return 'has not the name of a file'
  return parts.some((part) => part === '' || /^\.{1,2}$/.test(part) || /[. ]$/.test(part))
    ? 'leads out of the bundle'
    : null
}

const [TYPE, FOLDER, FILE] = [0o170000, 0o040000, 0o100000]
const isSpecial = (mode: number): boolean => ![0, FOLDER, FILE].includes(mode & TYPE)

/** Beside its place first, so that a folder is whole or absent. */
async function unpack(files: Files, root: string, to: string): Promise<void> {
  const draft = join(root, `.new-${randomUUID()}`)
  try {
    await makePlainFolder(pathIn(root, ''))
    await mkdir(draft, PRIVATE_FOLDER)
    for (const [name, file] of files) {
      const path = join(draft, ...name.split('/'))
      await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
      const isProgram = (file.mode & 0o100) !== 0
      const opened = await open(path, 'wx', isProgram ? PRIVATE_FOLDER : PRIVATE_FILE)
      try {
        await opened.writeFile(file.read())
      } finally {
        await opened.close()
      }
      if (isProgram) await chmod(path, PRIVATE_FOLDER)
    }
    await rm(to, { recursive: true, force: true })
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {})
    if (error instanceof RangeError)
      throw new ExpectedError('bad_file', `The bundle cannot be unpacked: ${error.message}.`)
    throw writeError('The bundle was not unpacked', to, error)
  }
}
