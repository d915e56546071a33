import { readFileSync } from 'node:fs'
import { readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve, sep } from 'node:path'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import type { Story } from '@shared/contract/stories'
import { writeBlorb } from '@shared/formats/blorb'
import { makePlainFolder, pathInside, readPlain } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { writeError } from '../../base/files/write-error'
import { badStory } from '../zmachine/fault'
import { bannerTitle } from './banner-title'
import { readRecord, type StoryRecord, writeRecord } from './ifiction'
import { parseStoryFile, readStoryFile, type StoryFile } from './story-file'

export interface LibraryStory extends Pick<StoryFile, 'bytes' | 'identity' | 'fileName'> {
  readonly id: string
  readonly title: string
  /** From the iFiction record in its Blorb; null without one. */
  readonly about: StoryRecord | null
  readonly hasCover: boolean
  readonly path: string
  readonly bundled: boolean
}

const REMOVED = '.removed'
const STORY_NAME = /\.(?:z[1-8]|zblorb)$/i

/**
 * The playable stories: bundled ones, and added ones as copies in a folder. They are copied because a web page never
 * gets the path of a file, an episode must resume after the original was deleted, and a data folder must be complete
 * after it was moved.
 */
export class StoryLibrary {
  readonly known: readonly KnownStory[]
  readonly #bundledFolder: string
  readonly #ownFolder: string
  readonly #removedFolder: string
  /** An added story never has the id of a bundled one, even if an earlier version stored it under that name. */
  readonly #bundledIds: ReadonlySet<string>
  readonly #read = new Map<string, { readonly modifiedMs: number; readonly story: LibraryStory }>()

  /** `bundledFolder` contains `stories.json` and its files; `ownFolder` is created when the first story is added. */
  constructor(bundledFolder: string, ownFolder: string) {
    this.#bundledFolder = bundledFolder
    this.#ownFolder = ownFolder
    this.#removedFolder = join(ownFolder, REMOVED)
    this.known = readKnownStories(bundledFolder)
    this.#bundledIds = new Set(this.known.map(({ file }) => idOf(file)))
  }

  /** Bundled stories first. Leaves out copies of bundled stories: earlier versions stored a copy of Zork. */
  async list(): Promise<readonly LibraryStory[]> {
    const bundled = await loaded(this.known.map(({ file }) => this.#load(join(this.#bundledFolder, file), true)))
    const own = await loaded(
      (await namesIn(this.#ownFolder))
        .filter((name) => STORY_NAME.test(name))
        .map((name) => this.#load(join(this.#ownFolder, name), false)),
    )
    const shipped = new Set(bundled.map(({ identity }) => identity.sha256))
    return [...bundled, ...own.filter(({ identity }) => !shipped.has(identity.sha256))]
  }

  /** Finds a story by its id or the path of its file. Throws `bad_story` if the file is missing or invalid. */
  async find(idOrPath: string): Promise<LibraryStory> {
    const stories = await this.list()
    const known = stories.find(({ id }) => id === idOrPath)
    if (known) return known
    return this.#load(resolve(idOrPath), false).catch((error: unknown) => {
      if (!isExpected(error, 'bad_story') || error.detail.found !== 'missing') throw error
      const ids = [...new Set(stories.map(({ id }) => id))].join(', ')
      throw badStory(error.detail.field, error.detail.found, `a story file or one of these ids: ${ids}`)
    })
  }

  /**
   * The story of an episode: from the library, removed stories included, or from the file that was played. Throws
   * `bad_file` if that file contains another story now, and `bad_story` if it is missing or invalid.
   */
  async findBySha256(sha256: string, path: string): Promise<LibraryStory> {
    const known = [...(await this.list()), ...(await this.#listRemoved())].find(
      ({ identity }) => identity.sha256 === sha256,
    )
    if (known) return known
    const story = await this.#load(resolve(path), false)
    if (story.identity.sha256 !== sha256)
      throw new ExpectedError(
        'bad_file',
        `${path} is no longer the story that was played: its SHA-256 is ${story.identity.sha256}, not ${sha256}.`,
      )
    return story
  }

  /** The cover in a story's Blorb. Rejects with `not_found` if there is none. */
  async readCover(id: string): Promise<Uint8Array> {
    const story = await this.find(id)
    const { cover } = await this.#readFile(story.path, story.bundled)
    if (cover === null) throw new ExpectedError('not_found', `${story.title} has no cover.`)
    return cover
  }

  /**
   * Adds a copy of the file's Z-code, in a Blorb if there is a record or a cover. If the library has the story, returns
   * that one; if it was removed, restores it. Throws `bad_story` if the file is not a story.
   */
  async addFile(path: string): Promise<LibraryStory> {
    return this.#keep(await readStoryFile(resolve(path)))
  }

  async addBytes(fileName: string, bytes: Uint8Array): Promise<LibraryStory> {
    return this.#keep(parseStoryFile(bytes, fileName))
  }

  async remove(id: string): Promise<void> {
    const story = (await this.list()).find((candidate) => candidate.id === id)
    if (!story) throw new ExpectedError('not_found', `There is no story ${id} in the library.`)
    if (story.bundled)
      throw new ExpectedError('not_possible', `${story.title} is included with the app and cannot be removed.`)
    await this.#write('Not removed', async () => {
      await makePlainFolder(pathInside(this.#ownFolder, REMOVED))
      await rename(story.path, join(this.#removedFolder, story.fileName))
    })
  }

  async restore(id: string): Promise<void> {
    const story = (await this.#listRemoved()).find((candidate) => candidate.id === id)
    if (!story) throw new ExpectedError('not_found', `There is no removed story ${id}.`)
    await this.#write('Not restored', () => rename(story.path, join(this.#ownFolder, story.fileName)))
  }

  async #listRemoved(): Promise<readonly LibraryStory[]> {
    const names = await namesIn(this.#removedFolder)
    return loaded(names.map((name) => this.#load(join(this.#removedFolder, name), false)))
  }

  async #keep({ bytes, identity, fileName, record, cover }: StoryFile): Promise<LibraryStory> {
    const stories = await this.list()
    const same = stories.find((story) => story.identity.sha256 === identity.sha256)
    if (same) return same
    const removed = (await this.#listRemoved()).find((story) => story.identity.sha256 === identity.sha256)
    if (removed) {
      await this.restore(removed.id)
      return this.#load(join(this.#ownFolder, removed.fileName), false)
    }
    const stem =
      basename(fileName, extname(fileName))
        .replaceAll(/[^A-Za-z0-9]+/g, '-')
        .replaceAll(/^-+|-+$/g, '')
        .slice(0, 60) || 'story'
    // Includes ids of removed stories, which may be restored. Compared without case, because some disks ignore it.
    const taken = new Set(
      [...stories.map(({ id }) => id), ...(await namesIn(this.#removedFolder)).map(idOf)].map((id) => id.toLowerCase()),
    )
    const id = taken.has(stem.toLowerCase()) ? `${stem}-${identity.sha256.slice(0, 6)}` : stem
    const kept = { story: bytes, record: record ?? recordOf(bytes), cover }
    const isPlain = kept.record === null && cover === null
    const place = pathInside(this.#ownFolder, `${id}.${isPlain ? `z${identity.version}` : 'zblorb'}`)
    await this.#write('Not added', async () => {
      await makePlainFolder(pathInside(this.#ownFolder))
      await replacePlain(place, isPlain ? bytes : writeBlorb(kept))
    })
    return this.#load(place.path, false)
  }

  /** Rejects with `cannot_write`; `outcome` begins its message ("Not removed"). */
  #write(outcome: string, write: () => Promise<void>): Promise<void> {
    return write().catch((error: unknown) => {
      throw writeError(outcome, this.#ownFolder, error)
    })
  }

  /** Caches each story until its file changes: reading and hashing the files would take most of the time of `list`. */
  async #load(path: string, bundled: boolean): Promise<LibraryStory> {
    const modifiedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => -1,
    )
    const before = this.#read.get(path)
    if (before?.modifiedMs === modifiedMs) return before.story
    const { record, cover, ...file } = await this.#readFile(path, bundled)
    const about = record && readRecord(record)
    const title =
      this.known.find(({ sha256 }) => sha256 === file.identity.sha256)?.title ??
      about?.title ??
      idOf(path).replaceAll(/[-_]+/g, ' ')
    const id =
      this.#isOwn(path, bundled) && this.#bundledIds.has(idOf(path))
        ? `${idOf(path)}-${file.identity.sha256.slice(0, 6)}`
        : idOf(path)
    const story: LibraryStory = { ...file, id, title, about, hasCover: cover !== null, path, bundled }
    this.#read.set(path, { modifiedMs, story })
    return story
  }

  readonly #isOwn = (path: string, bundled: boolean): boolean => !bundled && path.startsWith(this.#ownFolder + sep)

  #readFile(path: string, bundled: boolean): Promise<StoryFile> {
    return this.#isOwn(path, bundled) ? readStoryFile(path, this.#readOwn) : readStoryFile(path)
  }

  /**
   * Refuses links, because the files in the folder of added stories are copies. Only a file that the user names may be
   * a link.
   */
  readonly #readOwn = (path: string, limitBytes: number): Promise<Uint8Array> =>
    readPlain({ root: dirname(this.#ownFolder), path }, limitBytes)
}

/** A record of the title that the story prints; null if it prints none. */
function recordOf(story: Uint8Array): Uint8Array | null {
  const title = bannerTitle(story)
  return title === null ? null : writeRecord(title)
}

/** The stories that could be loaded: a damaged file does not hide the others. */
async function loaded(stories: readonly Promise<LibraryStory>[]): Promise<readonly LibraryStory[]> {
  const settled = await Promise.allSettled(stories)
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

const idOf = (path: string) => basename(path, extname(path))

const namesIn = (folder: string): Promise<readonly string[]> =>
  readdir(folder).then(
    (names) => names.toSorted(),
    (error: NodeJS.ErrnoException) => {
      // No story was added yet. Problems with the data folder are reported when an episode is written.
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
      throw error
    },
  )

export function describeStory(
  { id, title, about, hasCover, fileName, identity, bundled }: LibraryStory,
  known: readonly KnownStory[],
): Story {
  const { version, release, serial, sha256 } = identity
  const facts = known.find((story) => story.sha256 === sha256)
  return {
    id,
    title,
    author: about?.author ?? null,
    headline: about?.headline ?? null,
    genre: about?.genre ?? null,
    published: about?.firstpublished ?? null,
    description: about?.description ?? null,
    hasCover,
    fileName,
    version,
    release,
    serial,
    sha256,
    bundled,
    licence: facts?.licence ?? null,
    maxScore: facts?.max_score ?? null,
  }
}

/** A story that is included with the app. Its title, score and license are only displayed. */
interface KnownStory {
  readonly sha256: string
  readonly title: string
  readonly max_score: number | null
  readonly licence: string
  /** Path of the story file below the folder of bundled stories. */
  readonly file: string
}

/** The shipped `stories.json`. */
const readKnownStories = (folder: string): readonly KnownStory[] =>
  JSON.parse(readFileSync(join(folder, 'stories.json'), 'utf8')) as readonly KnownStory[]
