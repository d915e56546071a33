import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BUNDLED_STORY } from '../shared-files.testkit'
import { StoryLibrary } from './story-library'
import { assembleStory } from '../zmachine/tiny-story.testkit'

let folder: string
let library: StoryLibrary
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stories-'))
  library = new StoryLibrary(dirname(BUNDLED_STORY), folder)
})
afterEach(() => rm(folder, { recursive: true }))

const print = (character: string) => assembleStory({ version: 5, code: [0xe5, 0x7f, character.charCodeAt(0)] })
const own = async () => (await library.list()).filter(({ bundled }) => !bundled).map(({ id }) => id)

it('a story that is added is kept once, by its contents', async () => {
  const first = await library.addBytes('Maze of Doors.z5', print('a'))
  expect(first).toMatchObject({ id: 'Maze-of-Doors', title: 'Maze of Doors', bundled: false })
  expect(await library.addBytes('other.z5', print('a'))).toEqual(first)
  expect(await own()).toEqual(['Maze-of-Doors'])
})

it('two stories of one name are kept apart, also where a disk takes large and small letters for the same', async () => {
  await library.addBytes('maze.z5', print('a'))
  await library.addBytes('MAZE.z5', print('b'))
  expect(new Set((await readdir(folder)).map((name) => name.toLowerCase())).size).toBe(2)
  expect(await own()).toHaveLength(2)
})

it('neither a removed story nor one that took its name is lost when it is restored', async () => {
  const first = await library.addBytes('maze.z5', print('a'))
  await library.remove(first.id)
  const second = await library.addBytes('maze.z5', print('b'))
  await library.restore(first.id)
  expect(
    new Set((await library.list()).filter(({ bundled }) => !bundled).map(({ identity }) => identity.sha256)),
  ).toEqual(new Set([first.identity.sha256, second.identity.sha256]))
})

it('a story that is removed can be restored, and a bundled one stays', async () => {
  const { id } = await library.addBytes('maze.z5', print('a'))
  await library.remove(id)
  expect(await own()).toEqual([])
  await library.restore(id)
  expect(await own()).toEqual([id])
  await library.remove(id)
  expect((await library.addBytes('found again.z5', print('a'))).id).toBe(id)
  await expect(library.remove('glass-weather')).rejects.toThrow('is part of the app')
  await expect(library.remove('none')).rejects.toThrow('There is no story none')
})
