import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFolder } from './plain-file'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'make-folder-'))
})
afterEach(() => rm(folder, { recursive: true }))

const isFolder = async (path: string) => (await stat(path)).isDirectory()

it('creates missing parents, and leaves existing folders', async () => {
  await makeFolder(join(folder, 'a/b/c'))
  await makeFolder(join(folder, 'a/b/c'))
  await makeFolder('/')
  expect(await isFolder(join(folder, 'a/b/c'))).toBe(true)
})

it('concurrent calls for one folder all succeed', async () => {
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(folder, 'a/b/c/d'))))
  expect(await isFolder(join(folder, 'a/b/c/d'))).toBe(true)
})

it('rejects if a file is in the way', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(folder, 'file/a/b'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

it.skipIf(process.platform === 'win32')('rejects where a link leads nowhere', async () => {
  await symlink(join(folder, 'gone'), join(folder, 'link'))
  await expect(makeFolder(join(folder, 'link/a'))).rejects.toMatchObject({ code: 'EEXIST' })
})

it('rejects a name that is too long for the system', async () => {
  await expect(makeFolder(join(folder, 'x'.repeat(5_000)))).rejects.toMatchObject({
    code: expect.any(String) as string,
  })
})

it.skipIf(process.platform !== 'linux')(
  'rejects where the system makes no folders and says that they do not exist',
  async () => {
    await expect(makeFolder('/proc/nope/a')).rejects.toMatchObject({ code: 'ENOENT' })
  },
)
