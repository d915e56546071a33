import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'

/**
 * What lies in a folder of ours may come from elsewhere: out of an archive, or from another user of a shared folder.
 * Nothing there is followed or waited for: a link may lead to any file of the reader's, a pipe never ends, a device
 * fills the memory.
 */
export interface RootedPath {
  /** What the reader chose, and may be a link. */
  readonly root: string
  /** Below `root`; no name on the way from there may be a link. */
  readonly path: string
}

export const pathIn = (root: string, ...names: readonly string[]): RootedPath => ({ root, path: join(root, ...names) })

/** A place in a folder that is not to be a link itself, as that of an episode. */
export const pathInside = (folder: string, ...names: readonly string[]): RootedPath => ({
  root: dirname(folder),
  path: join(folder, ...names),
})

/** What is made here is for its user alone, where the system has such rights. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

const HOW = {
  read: constants.O_RDONLY,
  append: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT,
  'read and append': constants.O_RDWR | constants.O_APPEND,
  'begin anew': constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
} as const

/** Windows has neither: there the name is looked at before it is opened. */
const { O_NOFOLLOW, O_NONBLOCK }: { readonly O_NOFOLLOW?: number; readonly O_NONBLOCK?: number } = constants

const HAS_OTHER_NAME = 'is also the file of another name (a hard link), and is not written to. Put a copy in its place.'

/** Opens a file, and nothing that only looks like one. Rejects with `not_plain`, or with the system's error. */
export async function openPlain(place: RootedPath, how: keyof typeof HOW): Promise<FileHandle> {
  const { path } = place
  await checkFoldersAbove(place)
  if (O_NOFOLLOW === undefined) await checkEntry(path, isFile)
  const flags = HOW[how] | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)
  const file = await open(path, flags, PRIVATE_FILE).catch(async (error: unknown) => {
    if (how !== 'begin anew') await checkEntry(path, isFile)
    throw error
  })
  try {
    const found = await file.stat()
    if (!isFile(found)) throw notPlain(path, found)
    // Of a folder that was unpacked: what is written here would be written there as well.
    if (how !== 'read' && found.nlink > 1) throw new ExpectedError('not_plain', `${path} ${HAS_OTHER_NAME}`)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The whole file. Rejects with `not_plain`, also for one of more than `limitBytes`, or with the system's error. */
export const readPlain = async (place: RootedPath, limitBytes: number): Promise<Buffer> =>
  (await examinePlain(place, limitBytes)).bytes

/** The same, with what the system knows of it. */
export async function examinePlain(place: RootedPath, limitBytes: number): Promise<Examined> {
  const file = await openPlain(place, 'read')
  try {
    return { bytes: await readBounded(file, place.path, limitBytes), stats: await file.stat() }
  } finally {
    await file.close()
  }
}

interface Examined {
  readonly bytes: Buffer
  readonly stats: Stats
}

/** The same for a file that the reader named, who may have named a link to it. */
export async function readNamed(path: string, limitBytes: number): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | (O_NONBLOCK ?? 0))
  try {
    const found = await file.stat()
    if (!isFile(found)) throw notPlain(path, found)
    return await readBounded(file, path, limitBytes)
  } finally {
    await file.close()
  }
}

/** A page can send as much of it. */
const LONGEST_CONFIG_BYTES = 4 << 20

/** Settings or servers, in a file that the reader named. Rejects like `readNamed`. */
export const readNamedText = async (path: string): Promise<string> =>
  (await readNamed(path, LONGEST_CONFIG_BYTES)).toString()

/** What the system knows of a file. Rejects like `openPlain`, and opens nothing. */
export async function statPlain(place: RootedPath): Promise<Stats> {
  await checkFoldersAbove(place)
  const found = await lstat(place.path)
  if (!isFile(found)) throw notPlain(place.path, found)
  return found
}

/** Rejects with `not_plain` if something between the root and the place is there and is no folder. */
export async function checkFoldersAbove(place: RootedPath): Promise<void> {
  for (const folder of foldersAbove(place)) await checkFolder(folder)
}

/** The same for one folder. */
export const checkFolder = (path: string): Promise<void> => checkEntry(path, isFolder)

const isFile = (found: Stats): boolean => found.isFile()
const isFolder = (found: Stats): boolean => found.isDirectory()

/** Those between the root and what the place names, from above. */
export function foldersAbove({ root, path }: RootedPath): readonly string[] {
  const names = relative(root, path).split(sep).slice(0, -1)
  return names.map((_name, index) => join(root, ...names.slice(0, index + 1)))
}

/** Nothing at all is for the caller to meet. */
async function checkEntry(path: string, isRight: (found: Stats) => boolean): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found && !isRight(found)) throw notPlain(path, found)
}

const IS_LINK = 'is a link, and links are not followed here. Put what it leads to in its place, or move it away.'

function notPlain(path: string, found: Stats): ExpectedError<'not_plain'> {
  if (found.isSymbolicLink()) return new ExpectedError('not_plain', `${path} ${IS_LINK}`)
  return new ExpectedError('not_plain', `${path} is ${kindOf(found)} and not what belongs there. Move it away.`)
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
