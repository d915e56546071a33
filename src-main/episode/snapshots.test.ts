import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSnapshot, writeSnapshot } from './snapshots'

const QUETZAL = new Uint8Array([70, 79, 82, 77])
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapshots-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('an episode whose snapshots were deleted gets new ones', async () => {
  expect(await readSnapshot(folder, 7)).toBeNull()
  expect(await writeSnapshot(folder, 7, QUETZAL)).toBe('snapshots/turn-00007.qzl')
  expect(new Uint8Array((await readSnapshot(folder, 7)) ?? [])).toEqual(QUETZAL)
})

it('a snapshot that cannot be written is reported with its path', async () => {
  await writeFile(join(folder, 'snapshots'), 'a file where a folder belongs')
  const path = join(folder, 'snapshots')
  const message = `The turn was not saved: ${path} is a file, which does not belong there. Move it away.`
  await expect(writeSnapshot(folder, 7, QUETZAL)).rejects.toMatchObject({ kind: 'cannot_write', message })
})
