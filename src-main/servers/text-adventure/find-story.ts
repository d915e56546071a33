import { readdir } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { parseJson } from '@shared/base/json/bound-json'
import { readNamed } from '../../base/files/plain-file'
import { readStoryFile, type StoryFile } from '../../story/catalog/story-file'
import type { Options } from './options'

export interface FoundStory extends StoryFile {
  readonly path: string
  /** The name that `memory` shows: the id, or the file's name without its ending. */
  readonly name: string
  /** Commands that lead to the end, if a file beside the story contains them. */
  readonly walkthrough: readonly string[] | null
}

const STORY_ENDING = /\.(z[1-578]|zblorb|zlb|dat)$/i

const DEFAULT_STORY = 'zork1'

/** Reads the story that GAME names. Throws an Error that lists the searched folders, or `bad_story`. */
export async function findStory(options: Pick<Options, 'game' | 'storyFolders'>): Promise<FoundStory> {
  const { storyFolders } = options
  const game = options.game ?? DEFAULT_STORY
  const path = isPath(game) ? resolve(game) : await searchById(game, storyFolders)
  if (path === null)
    throw new Error(
      `There is no story "${game}". Set GAME to the path of a story file, or to one of these: ${(await idsIn(storyFolders)).join(', ') || 'none was found'}. Searched: ${storyFolders.join(', ')}.`,
    )
  const name = basename(path, extname(path))
  return {
    ...(await readStoryFile(path)),
    path,
    name,
    walkthrough: await readWalkthrough(path.replace(/\.[^.]*$/, '.walkthrough.json')),
  }
}

const isPath = (game: string) => /[\\/]/.test(game) || STORY_ENDING.test(game)

async function searchById(id: string, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const file = (await storiesOf(folder)).find(
      (name) => basename(name, extname(name)).toLowerCase() === id.toLowerCase(),
    )
    if (file !== undefined) return join(folder, file)
  }
  return null
}

const storiesOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => STORY_ENDING.test(name)).toSorted()

const idsIn = async (folders: readonly string[]) => [
  ...new Set((await Promise.all(folders.map(storiesOf))).flat().map((file) => basename(file, extname(file)))),
]

const MAX_WALKTHROUGH_BYTES = 1 << 20

/** A missing or broken walkthrough is not an error. */
async function readWalkthrough(path: string): Promise<readonly string[] | null> {
  try {
    const commands: unknown = parseJson((await readNamed(path, MAX_WALKTHROUGH_BYTES)).toString())
    return Array.isArray(commands) ? commands.map(String) : null
  } catch {
    return null
  }
}
