import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import type { Story } from '@shared/contract/contract'
import { contractError } from '@shared/contract/rpc'
import { readStoryFile, type StoryFile } from './story-file'

export interface LibraryStory extends StoryFile {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly bundled: boolean
}

/** The stories that can be played: the bundled ones, and files opened by path during this run. */
export class StoryLibrary {
  readonly #folder: string
  readonly #opened = new Map<string, LibraryStory>()

  /** `folder` holds the bundled stories and `stories.json`, their titles by file name. */
  constructor(folder: string) {
    this.#folder = folder
  }

  async list(): Promise<readonly LibraryStory[]> {
    const titles = JSON.parse(await readFile(join(this.#folder, 'stories.json'), 'utf8')) as Record<string, string>
    const files = (await readdir(this.#folder)).filter((name) => Object.hasOwn(titles, name))
    const bundled = await Promise.all(files.map(async (name) => this.#read(join(this.#folder, name), titles[name] ?? name, true)))
    return [...bundled, ...this.#opened.values()]
  }

  /** Reads a story file and remembers it. Throws `StoryError` naming what is wrong with the file. */
  async open(path: string): Promise<LibraryStory> {
    const story = await this.#read(resolve(path), titleOf(path), false)
    this.#opened.set(story.id, story)
    return story
  }

  /** A story by its id, or by the path of its file. */
  async find(idOrPath: string): Promise<LibraryStory> {
    return (await this.list()).find(({ id }) => id === idOrPath) ?? this.open(idOrPath)
  }

  /** The story an episode was played on: one of the library's with that hash, or the file it was opened from. */
  async findBySha256(sha256: string, path: string): Promise<LibraryStory> {
    const known = (await this.list()).find(({ identity }) => identity.sha256 === sha256)
    if (known) return known
    const story = await this.open(path)
    if (story.identity.sha256 !== sha256) throw contractError('other_story', `${path} is no longer the story that was played: its SHA-256 is ${story.identity.sha256}, not ${sha256}.`)
    return story
  }

  async #read(path: string, title: string, bundled: boolean): Promise<LibraryStory> {
    return { ...(await readStoryFile(path)), id: basename(path, extname(path)), title, path, bundled }
  }
}

const titleOf = (path: string) => basename(path, extname(path)).replaceAll(/[-_]+/g, ' ')

export const describeStory = ({ id, title, fileName, identity, bundled }: LibraryStory): Story => ({
  id, title, fileName, version: identity.version, release: identity.release, serial: identity.serial, bundled,
})
