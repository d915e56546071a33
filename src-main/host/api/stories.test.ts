import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeBlorb } from '@shared/formats/blorb'
import { pngOf } from '@shared/formats/picture.testkit'
import { openEpisodeGame } from '../../story/episode/episode-game'
import { createStoryShelf } from '../stories/story-shelf'
import { storyApi } from './stories'

const bundledFolder = resolve(import.meta.dirname, '../../../build/story')
const MANOR = resolve(import.meta.dirname, '../../story/fixtures/standalone/manor.z3')
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stories-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

function openShelf() {
  const ownFolder = join(folder, '.stories')
  const shelf = createStoryShelf({ bundledFolder, ownFolder, openGame: openEpisodeGame })
  return { library: shelf.library, api: storyApi(shelf) }
}
const titles = async (shelf = openShelf()) => (await shelf.api.listStories({})).map(({ title }) => title)

const BUNDLED = ['Zork I', 'Zork II', 'Zork III', 'Glass Weather', 'Low Water']

describe('the list of stories', () => {
  it('stores an added story by its hash, after the bundled ones', async () => {
    expect((await openShelf().api.listStories({}))[0]).toMatchObject({
      id: 'zork1',
      release: 119,
      serial: '880429',
      bundled: true,
      licence: 'MIT',
      maxScore: 350,
    })
    const first = await openShelf().api.openStory({ path: MANOR })
    expect(first).toMatchObject({ id: 'manor', version: 3, bundled: false, licence: null, maxScore: null })
    const again = await openShelf().api.addStory({
      fileName: 'renamed.z3',
      base64: (await readFile(MANOR)).toString('base64'),
    })
    expect(again).toEqual(first)
    expect(await titles()).toEqual([...BUNDLED, 'manor'])
    await openShelf().api.addStory({
      fileName: '../../manor.z5',
      base64: (await readFile(MANOR.replace('z3', 'z5'))).toString('base64'),
    })
    expect((await readdir(join(folder, '.stories'))).toSorted()).toEqual([
      expect.stringMatching(/^manor-[0-9a-f]{6}\.z5$/),
      'manor.z3',
    ])
  })

  it('opens a path in the home folder', async () => {
    vi.stubEnv('HOME', folder)
    await copyFile(MANOR, join(folder, 'my.z3'))
    expect(await openShelf().api.openStory({ path: '~/my.z3' })).toMatchObject({ id: 'my' })
    vi.unstubAllEnvs()
  })

  it('removes and restores a story, but not a bundled one', async () => {
    const shelf = openShelf()
    await shelf.api.openStory({ path: MANOR })
    await shelf.api.removeStory({ id: 'manor' })
    expect(await titles(shelf)).toEqual(BUNDLED)
    await shelf.api.restoreStory({ id: 'manor' })
    expect(await titles(shelf)).toEqual([...BUNDLED, 'manor'])
    await expect(shelf.api.removeStory({ id: 'glass-weather' })).rejects.toThrow(
      'Glass Weather is included with the app and cannot be removed.',
    )
  })

  it('refuses a file that is not a story, with the reason, and stores nothing', async () => {
    const file = join(folder, 'notes.z5')
    await writeFile(file, 'These are notes, and notes are no story at all, however long they may become in the end.')
    const { api } = openShelf()
    await expect(api.openStory({ path: file })).rejects.toThrow(
      /the content of .*notes\.z5 is a text file, expected a Z-machine story/,
    )
    await writeFile(file, new Uint8Array(64).fill(6))
    await expect(api.openStory({ path: file })).rejects.toThrow('version 6, with graphics, is not supported')
    await expect(api.openStory({ path: join(folder, 'none.z3') })).rejects.toThrow(/none\.z3 is missing\.$/)
    const add = (fileName: string, text: string) => api.addStory({ fileName, base64: btoa(text) })
    await expect(add('x.z3', '')).rejects.toThrow('the content of x.z3 is empty')
    await expect(add('junk.z5', '-\0\x01'.repeat(99))).rejects.toThrow(
      'the version (byte 0) of junk.z5 is 45, expected',
    )
    await expect(add('x.zblorb', '\x05\x90'.repeat(99))).rejects.toThrow(
      'The story file cannot be played: the content of x.zblorb is neither a Blorb nor a Z-machine story, expected one of them: download the file again, or choose another.',
    )
    expect(existsSync(join(folder, '.stories'))).toBe(false)
  })

  it('shows the title, author and cover of a Blorb, also after a restart and after a restore', async () => {
    const cover = pngOf(120, 120)
    const record = new TextEncoder().encode(
      '<ifindex><story><bibliographic><title>The Manor</title><author>A. Writer</author></bibliographic></story></ifindex>',
    )
    const blorb = writeBlorb({ story: new Uint8Array(await readFile(MANOR)), record, cover })
    const noise = Buffer.alloc(1 << 20)
    const file = Buffer.concat([blorb, Buffer.from('Snd \0\x10\0\0'), noise])
    const added = await openShelf().api.addStory({ fileName: 'house.zblorb', base64: file.toString('base64') })
    expect(added).toMatchObject({
      id: 'house',
      title: 'The Manor',
      author: 'A. Writer',
      headline: null,
      hasCover: true,
    })
    expect((await stat(join(folder, '.stories', 'house.zblorb'))).size).toBeLessThan(noise.length)
    const { api } = openShelf()
    await api.removeStory({ id: 'house' })
    await api.restoreStory({ id: 'house' })
    expect((await api.listStories({})).at(-1)).toEqual(added)
    expect(await api.readCover({ id: 'house' })).toEqual({
      dataUrl: `data:image/png;base64,${Buffer.from(cover).toString('base64')}`,
    })
    await expect(api.readCover({ id: 'zork1' })).rejects.toThrow('Zork I has no cover.')
  })

  it('shows the title that a story prints, or its file name if there is none', async () => {
    const { api } = openShelf()
    const base64 = (
      await readFile(join(bundledFolder, '../../src-main/story/fixtures/conformance/praxix.z5'))
    ).toString('base64')
    expect(await api.addStory({ fileName: 'px-test.z5', base64 })).toMatchObject({
      id: 'px-test',
      title: 'Praxix: A Z-code interpreter unit test',
    })
    expect(await api.openStory({ path: MANOR })).toMatchObject({ title: 'manor', hasCover: false })
  })

  it('does not include a story that was opened by its path for one run', async () => {
    const shelf = openShelf()
    expect((await shelf.library.find(MANOR)).id).toBe('manor')
    expect(await titles(shelf)).toEqual(BUNDLED)
  })

  it('describes a story', async () => {
    const { api } = openShelf()
    expect(await api.examineStory({ id: 'glass-weather' })).toMatchObject({
      support: { score: 'inferred', room: 'inferred', validActions: 'inferred' },
      maxScore: 100,
    })
  })
})
