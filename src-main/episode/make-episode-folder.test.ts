import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeEmptyEpisodeFolder, makeEpisodeFolder } from './make-episode-folder'

const NOW = new Date('2026-11-21T10:15:30.500Z')
let data: string
beforeEach(async () => {
  data = join(await mkdtemp(join(tmpdir(), 'episode-id-')), 'data')
})
afterEach(() => rm(join(data, '..'), { recursive: true, force: true }))

it('two episodes that start in the same second have separate folders, across processes too', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => makeEpisodeFolder(data, NOW, 'Lamp Works!')))
  const ids = ['', '-2', '-3', '-4', '-5'].map((ending) => `2026-11-21T10-15-30-lamp-works${ending}`)
  expect(made.map(({ id }) => id).toSorted()).toEqual(ids)
  expect((await readdir(data)).toSorted()).toEqual(ids)
  expect(made.every(({ id, folder }) => folder === join(data, id))).toBe(true)
})

it('an error names the folder that cannot be created', async () => {
  await writeFile(data, 'a file where a folder belongs')
  await expect(makeEpisodeFolder(data, NOW, 'lamp')).rejects.toMatchObject({
    kind: 'cannot_write',
    message: expect.stringContaining(data) as string,
  })
})

it('an empty leftover folder is removed, but no other folder', async () => {
  const old = new Date(Date.now() - 3_600_000)
  const make = async (story: string, at = old) => {
    const { folder } = await makeEpisodeFolder(data, NOW, story)
    await utimes(folder, at, at)
    return folder
  }
  const full = await make('full')
  await writeFile(join(full, 'note.txt'), '')
  await utimes(full, old, old)
  await mkdir(join(data, 'holiday-pictures'))
  await utimes(join(data, 'holiday-pictures'), old, old)
  const folders = [await make('left'), full, await make('beginning', new Date()), join(data, 'holiday-pictures')]
  for (const folder of folders) await removeEmptyEpisodeFolder(folder)
  await removeEmptyEpisodeFolder(join(data, 'nowhere'))
  expect((await readdir(data)).toSorted()).toEqual([
    '2026-11-21T10-15-30-beginning',
    '2026-11-21T10-15-30-full',
    'holiday-pictures',
  ])
})
