import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describeBytes } from '@shared/base/describe-bytes'
import { ExpectedError } from '@shared/base/expected-error'
import { visibleLine } from '@shared/base/visible-text'
import { type ArchivedFile, filesIn } from '@shared/formats/archive'
import { type BundleManifest, readManifest } from '@shared/mcp/bundle/manifest'
import { makePlainFolder, PRIVATE_FILE, PRIVATE_FOLDER, pathIn } from '../../base/files/plain-file'
import { writeError } from '../../base/files/write-error'

const MAX_UNPACKED_BYTES = 512 << 20
const MAX_FILES = 20_000
const MAX_MANIFEST_BYTES = 1 << 20

type Files = ReadonlyMap<string, ArchivedFile>

export interface ReadBundle {
  readonly manifest: BundleManifest
  readonly files: number
  readonly unpackedBytes: number
}

/** An archive in memory that threads share, because copying a long archive between threads is slow. */
interface Archived {
  readonly archive: SharedArrayBuffer
}

/** Checks an archive and reads its manifest; nothing else is unpacked. Rejects with `bad_file`. */
export async function readBundle({ archive }: Archived): Promise<ReadBundle> {
  const refuse = (reason: string) => new ExpectedError('bad_file', `The bundle cannot be used: ${reason}.`)
  try {
    const all = filesIn(new Uint8Array(archive))
    const files = plainFilesOf(all)
    if (files.size > MAX_FILES) throw refuse(`it has ${files.size} files; the maximum is ${MAX_FILES}`)
    const unpackedBytes = [...files.values()].reduce((sum, { size }) => sum + size, 0)
    if (unpackedBytes > MAX_UNPACKED_BYTES)
      throw refuse(
        `its files unpack to ${describeBytes(unpackedBytes)}; the maximum is ${describeBytes(MAX_UNPACKED_BYTES)}`,
      )
    for (const [name, { mode }] of all) {
      const why = whyBadName(name) ?? (isSpecial(mode) ? 'is not a regular file' : null)
      if (why !== null) throw refuse(`its “${visibleLine(name, 200)}” ${why}`)
    }
    const text = files.get('manifest.json')
    if (text === undefined) throw refuse('it has no manifest.json')
    if (text.size > MAX_MANIFEST_BYTES) throw refuse('its manifest.json is longer than 1 MB')
    const manifest = readManifest(Buffer.from(text.read()).toString('utf8'))
    if (manifest === null) throw refuse('its manifest.json is not a valid manifest')
    return { manifest, files: files.size, unpackedBytes }
  } catch (error) {
    throw error instanceof RangeError ? refuse(error.message) : error
  }
}

const plainFilesOf = (all: Files): Files => new Map([...all].filter(([name]) => !name.endsWith('/')))

/** Why a name is refused, because it leads out of the folder or some systems read it as another name; null if valid. */
function whyBadName(name: string): string | null {
  const parts = name.replace(/\/$/, '').split('/')
  if (name.length > 400 || visibleLine(name) !== name || /[\\:*?"<>|]/.test(name)) return 'is not a valid file name'
  return parts.some((part) => part === '' || /^\.{1,2}$/.test(part) || /[. ]$/.test(part))
    ? 'leads out of the bundle'
    : null
}

const [TYPE, FOLDER, FILE] = [0o170000, 0o040000, 0o100000]
const isSpecial = (mode: number): boolean => ![0, FOLDER, FILE].includes(mode & TYPE)

/** An archive that `readBundle` has checked. */
interface Unpacking extends Archived {
  readonly root: string
  /** Name of its folder below `root`. */
  readonly to: string
}

/**
 * Unpacks into a temporary folder and renames that, so that the folder is complete or absent. Rejects with `bad_file`
 * or `cannot_write`.
 */
export async function unpackBundle({ archive, root, to }: Unpacking): Promise<void> {
  const draft = join(root, `.new-${randomUUID()}`)
  const before = join(root, `.old-${randomUUID()}`)
  try {
    await makePlainFolder(pathIn(root, ''))
    await mkdir(draft, PRIVATE_FOLDER)
    for (const [name, file] of plainFilesOf(filesIn(new Uint8Array(archive)))) {
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
    // Renamed rather than deleted, because another thread or process may put the same bundle there at the same time.
    await rename(to, before).catch(ignore('ENOENT'))
    await rename(draft, to).catch(ignore('ENOTEMPTY', 'EEXIST'))
    for (const rest of [before, draft]) await rm(rest, { recursive: true, force: true }).catch(() => {})
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {})
    if (error instanceof RangeError)
      throw new ExpectedError('bad_file', `The bundle cannot be unpacked: ${error.message}.`)
    throw writeError('The bundle was not unpacked', to, error)
  }
}

const ignore =
  (...codes: readonly string[]) =>
  (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  }
