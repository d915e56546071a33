import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { isExpected } from '@shared/base/expected-error'
import { type Blorb, chunksOf, isBlorb, readBlorb } from '@shared/formats/blorb'
import { foreignKind } from '@shared/formats/foreign-kind'
import { readNamed } from '../../base/files/plain-file'
import type { StoryIdentity } from '../environment'
import { badStory } from '../zmachine/fault'
import { readHeader, type StoryHeader } from '../zmachine/header'

export interface StoryFile extends Omit<Blorb, 'story'> {
  /** The Z-code, extracted if the file is a Blorb. */
  readonly bytes: Uint8Array
  readonly identity: StoryIdentity
  readonly fileName: string
}

/** A story has at most 512 kB; a Blorb also contains pictures and sounds. */
const LONGEST_FILE_BYTES = 64 << 20
/** No address of a story is above this, so later bytes are dropped. */
const MAX_STORY_BYTES = 1 << 20
const BLORB_NAME = /\.(?:zblorb|zlb|blb)$/i
type ReadStory = (path: string, limitBytes: number) => Promise<Uint8Array>

/** Reads a story file, plain or Blorb. Throws `bad_story` if it is missing, unreadable or not a story. */
export async function readStoryFile(path: string, read: ReadStory = readNamed): Promise<StoryFile> {
  let file: Uint8Array
  try {
    file = await read(path, LONGEST_FILE_BYTES)
  } catch (error) {
    if (isExpected(error, 'not_plain')) {
      const isFolder = await stat(path).then(
        (found) => found.isDirectory(),
        () => false,
      )
      throw isFolder
        ? badStory(path, 'a folder', 'a story file in it')
        : badStory(`the file ${path}`, 'a device or larger than 64 MB', 'a story file')
    }
    const code = (error as NodeJS.ErrnoException).code ?? 'an unknown error'
    throw badStory(`the file ${path}`, code === 'ENOENT' ? 'missing' : `unreadable (${code})`, null)
  }
  return { ...parseStoryFile(file, path), fileName: basename(path) }
}

/** Like `readStoryFile`, for bytes already in memory. Errors contain the name of the file. */
export function parseStoryFile(file: Uint8Array, fileName: string): StoryFile {
  try {
    return parse(file, fileName)
  } catch (error) {
    if (!isExpected(error, 'bad_story')) throw error
    if (BLORB_NAME.test(fileName) && !isBlorb(file) && file.length > 0 && foreignKind(file) === null)
      throw badStory(
        `the content of ${fileName}`,
        'neither a Blorb nor a Z-machine story',
        'one of them: download the file again, or choose another',
      )
    const { field, found, expected } = error.detail
    throw badStory(`${field} of ${fileName}`, found, expected)
  }
}

function parse(file: Uint8Array, fileName: string): StoryFile {
  if (file.length === 0) throw badStory('the content', 'empty', 'a story file')
  const foreign = foreignKind(file)
  if (foreign !== null) throw badStory('the content', foreign, 'a Z-machine story (.z1 to .z8, .zblorb)')
  const bytes = extractStory(file)
  const { record, cover } = (isBlorb(file) ? readBlorb(file) : null) ?? { record: null, cover: null }
  return { bytes, identity: identifyStory(bytes, readHeader(bytes)), fileName, record, cover }
}

export function identifyStory(bytes: Uint8Array, { version, release, serial, checksum }: StoryHeader): StoryIdentity {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), version, release, serial, checksum }
}

/** A copy of a Blorb's ZCOD chunk or of the file; not a Buffer, whose `slice` shares memory. Throws `bad_story`. */
export function extractStory(file: Uint8Array): Uint8Array {
  if (!isBlorb(file)) return new Uint8Array(file.subarray(0, MAX_STORY_BYTES))
  const chunks = chunksOf(file)
  const story = chunks.find(({ type }) => type === 'ZCOD')
  if (story === undefined) {
    const isGlulx = chunks.some(({ type }) => type === 'GLUL')
    throw badStory('the Blorb', isGlulx ? 'a Glulx story' : 'without a story', 'a Z-machine story')
  }
  if (story.data.length < story.length)
    throw badStory('the chunk ZCOD', `cut off after ${story.data.length} bytes`, `${story.length} bytes`)
  return new Uint8Array(story.data.subarray(0, MAX_STORY_BYTES))
}
