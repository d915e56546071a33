import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BUNDLED_STORY, zorkFile } from '../story-files.testkit'
import { assembleStory } from '../zmachine/tiny-story.testkit'
import { StoryLibrary } from './story-library'

let folder: string
let library: StoryLibrary
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stories-'))
  library = new StoryLibrary(dirname(BUNDLED_STORY), folder)
})
afterEach(() => rm(folder, { recursive: true }))

const print = (character: string) => assembleStory({ version: 5, code: [0xe5, 0x7f, character.charCodeAt(0)] })
const own = async () => (await library.list()).filter(({ bundled }) => !bundled).map(({ id }) => id)

it('a story that is added twice is stored once', async () => {
  const first = await library.addBytes('Maze of Doors.z5', print('a'))
  expect(first).toMatchObject({ id: 'Maze-of-Doors', title: 'Maze of Doors', bundled: false })
  expect(await library.addBytes('other.z5', print('a'))).toEqual(first)
  expect(await own()).toEqual(['Maze-of-Doors'])
})

it('two stories with the same name are both stored, also on a disk that ignores case', async () => {
  await library.addBytes('maze.z5', print('a'))
  await library.addBytes('MAZE.z5', print('b'))
  expect(new Set((await readdir(folder)).map((name) => name.toLowerCase())).size).toBe(2)
  expect(await own()).toHaveLength(2)
})

it('restoring a story keeps a later story with the same name', async () => {
  const first = await library.addBytes('maze.z5', print('a'))
  await library.remove(first.id)
  const second = await library.addBytes('maze.z5', print('b'))
  await library.restore(first.id)
  expect(
    new Set((await library.list()).filter(({ bundled }) => !bundled).map(({ identity }) => identity.sha256)),
  ).toEqual(new Set([first.identity.sha256, second.identity.sha256]))
})

it('a removed story can be restored; a bundled story cannot be removed', async () => {
  const { id } = await library.addBytes('maze.z5', print('a'))
  await library.remove(id)
  expect(await own()).toEqual([])
  await library.restore(id)
  expect(await own()).toEqual([id])
  await library.remove(id)
  expect((await library.addBytes('found again.z5', print('a'))).id).toBe(id)
  await expect(library.remove('glass-weather')).rejects.toThrow('cannot be removed')
  await expect(library.remove('none')).rejects.toThrow('There is no story none')
})

it('an episode finds its story even if it was removed', async () => {
  const { id, identity, path } = await library.addBytes('maze.z5', print('a'))
  await library.remove(id)
  expect((await library.findBySha256(identity.sha256, path)).identity).toEqual(identity)
})

it('each bundled file has the hash that stories.json states', async () => {
  const listed = await library.list()
  expect(listed.map(({ id, identity }) => [id, identity.sha256])).toEqual(
    library.known.map(({ file, sha256 }) => [basename(file, extname(file)), sha256]),
  )
  expect(listed.map(({ id }) => id)).toEqual(['zork1', 'zork2', 'zork3', 'glass-weather', 'low-water'])
})

it('a bundled story that an earlier version downloaded is listed once and found by its hash', async () => {
  await copyFile(zorkFile(1), join(folder, 'zork1.z3'))
  const [zork] = await library.list()
  expect(zork).toMatchObject({ id: 'zork1', bundled: true })
  expect(await own()).toEqual([])
  await rm(join(folder, 'zork1.z3'))
  expect(await library.findBySha256(zork?.identity.sha256 ?? '', join(folder, 'zork1.z3'))).toMatchObject({
    id: 'zork1',
    path: zorkFile(1),
  })
})

it('a story that was added as zork1 before Zork was bundled has another id', async () => {
  await writeFile(join(folder, 'zork1.z5'), print('a'))
  const [id = ''] = await own()
  expect(id).toMatch(/^zork1-[0-9a-f]{6}$/)
  expect(await library.find('zork1')).toMatchObject({ bundled: true })
  await library.remove(id)
  expect(await own()).toEqual([])
  await library.restore(id)
  expect(await own()).toEqual([id])
})
