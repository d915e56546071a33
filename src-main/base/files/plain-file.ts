import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'

/**
 * A path in a folder of the app. The files in it may come from an archive, or from another user of a shared folder, so
 * links are never followed and only regular files are opened: a link may lead to any file of the user, a pipe never
 * ends, and a device fills the memory.
 */
export interface RootedPath {
  /** Chosen by the user; may be a link. */
  readonly root: string
  /** Below `root`; no folder in between may be a link. */
  readonly path: string
}

export const pathIn = (root: string, ...names: readonly string[]): RootedPath => ({ root, path: join(root, ...names) })

/** A path in a folder that must not be a link itself, such as that of an episode. */
export const pathInside = (folder: string, ...names: readonly string[]): RootedPath => ({
  root: dirname(folder),
  path: join(folder, ...names),
})

/** Permissions of the app's files and folders: only their user can access them, except on Windows. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

const HOW = {
  read: constants.O_RDONLY,
  append: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT,
  'read and append': constants.O_RDWR | constants.O_APPEND,
  create: constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
} as const

/** Both are undefined on Windows, where the entry is checked before it is opened. */
const { O_NOFOLLOW, O_NONBLOCK }: { readonly O_NOFOLLOW?: number; readonly O_NONBLOCK?: number } = constants

const HAS_OTHER_NAME = 'is a hard link with another name, and is not written to. Replace it by a copy.'

/** Opens a regular file. Rejects with `not_plain` for anything else, or with the system's error. */
export async function openPlain(place: RootedPath, how: keyof typeof HOW): Promise<FileHandle> {
  const { path } = place
  await checkFoldersAbove(place)
  if (O_NOFOLLOW === undefined) await checkEntry(path, isFile)
  const flags = HOW[how] | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)
  const file = await open(path, flags, PRIVATE_FILE).catch(async (error: unknown) => {
    if (how !== 'create') await checkEntry(path, isFile)
    throw error
  })
  try {
    const found = await file.stat()
    if (!isFile(found)) throw notPlain(path, found)
    // Hard links can come from an archive: a write would change the other file as well.
    if (how !== 'read' && found.nlink > 1) throw new ExpectedError('not_plain', `${path} ${HAS_OTHER_NAME}`)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The whole file. Rejects with `not_plain`, also if it is longer than `limitBytes`, or with the system's error. */
export const readPlain = async (file: RootedPath, limitBytes: number): Promise<Buffer> =>
  (await examinePlain(file, limitBytes)).bytes

/** Like `readPlain`, with the stats of the file. */
export async function examinePlain(path: RootedPath, limitBytes: number): Promise<Examined> {
  const file = await openPlain(path, 'read')
  try {
    return { bytes: await readBounded(file, path.path, limitBytes), stats: await file.stat() }
  } finally {
    await file.close()
  }
}

interface Examined {
  readonly bytes: Buffer
  readonly stats: Stats
}

/** Opens a file at a path that the user gave, which may be a link. Rejects like `openPlain`; a pipe does not block. */
export async function openNamed(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (O_NONBLOCK ?? 0))
  try {
    const found = await file.stat()
    if (!isFile(found)) throw notPlain(path, found)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Like `readPlain` for a path that the user gave, which may be a link. */
export async function readNamed(path: string, limitBytes: number): Promise<Buffer> {
  const file = await openNamed(path)
  try {
    return await readBounded(file, path, limitBytes)
  } finally {
    await file.close()
  }
}

const LONGEST_CONFIG_BYTES = 4 << 20

/** A settings or MCP config file that the user named. Rejects like `readNamed`, and with `bad_file` for UTF-16. */
export const readNamedText = async (path: string): Promise<string> =>
  utf8Text(await readNamed(path, LONGEST_CONFIG_BYTES))

/** The text of a file that a person wrote. Throws for UTF-16, which editors and shells of Windows may write. */
export function utf8Text(bytes: Buffer): string {
  if (/^(?:fffe|feff|..00|00..)/.test(bytes.subarray(0, 2).toString('hex')))
    throw new ExpectedError('bad_file', 'it is saved as UTF-16. Save it as UTF-8, which every editor offers')
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

/** The stats of a file, without opening it. Rejects like `openPlain`. */
export async function statPlain(path: RootedPath): Promise<Stats> {
  await checkFoldersAbove(path)
  const found = await lstat(path.path)
  if (!isFile(found)) throw notPlain(path.path, found)
  return found
}

/** Rejects with `not_plain` if an entry between the root and the path is not a folder. Missing entries are accepted. */
export async function checkFoldersAbove(file: RootedPath): Promise<void> {
  for (const folder of foldersAbove(file)) await checkFolder(folder)
}

/** Rejects with `not_plain` if the entry is not a folder. Accepts a missing one. */
export const checkFolder = (path: string): Promise<void> => checkEntry(path, isFolder)

const isFile = (found: Stats): boolean => found.isFile()
const isFolder = (found: Stats): boolean => found.isDirectory()

/** The folders between the root and the path, outermost first. */
function foldersAbove({ root, path }: RootedPath): readonly string[] {
  const names = relative(root, path).split(sep).slice(0, -1)
  return names.map((_name, index) => join(root, ...names.slice(0, index + 1)))
}

async function checkEntry(path: string, isRight: (found: Stats) => boolean): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found && !isRight(found)) throw notPlain(path, found)
}

const IS_LINK = 'is a link, and links are not followed here. Replace it by its target, or move it away.'

function notPlain(path: string, found: Stats): ExpectedError<'not_plain'> {
  if (found.isSymbolicLink()) return new ExpectedError('not_plain', `${path} ${IS_LINK}`)
  return new ExpectedError('not_plain', `${path} is ${kindOf(found)}, which does not belong there. Move it away.`)
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder'
  return found.isFile() ? 'a file' : 'a pipe, a socket or a device'
}

async function readBounded(file: FileHandle, path: string, limitBytes: number): Promise<Buffer> {
  const { size } = await file.stat()
  const limit = limitBytes < 1 << 20 ? `${Math.floor(limitBytes / 1024)} kB` : `${limitBytes >> 20} MB`
  if (size > limitBytes)
    throw new ExpectedError('not_plain', `${path} is larger than ${limit}, and is not read. Move it away.`)
  const bytes = Buffer.alloc(size)
  let length = 0
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, size - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}

/**
 * Creates the folder and missing parents, accessible to their user only; existing folders stay as they are. Rejects
 * with the system's error. Node's `recursive` loops forever where a new folder never appears, as under /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  const fault = await makeOne(path)
  const above = dirname(path)
  if (fault === null) return
  if (fault.code !== 'ENOENT' || above === path) throw fault
  await makeFolder(above)
  // A folder that is missing although its parent exists will never appear.
  const lasting = await makeOne(path)
  if (lasting) throw lasting
}

async function makeOne(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path, PRIVATE_FOLDER)
    return null
  } catch (error) {
    const found = await stat(path).catch(() => null)
    return found?.isDirectory() ? null : (error as NodeJS.ErrnoException)
  }
}

/** Like `makeFolder`, without links below the root. Rejects with `not_plain`, or with the system's error. */
export async function makePlainFolder(place: RootedPath): Promise<void> {
  await makeFolder(place.root)
  for (const folder of foldersAbove({ root: place.root, path: join(place.path, 'entry') })) {
    await mkdir(folder, PRIVATE_FOLDER).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await checkFolder(folder)
  }
}
