import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CANNOT_PLANT, NEEDS_PLANTS } from './planted.testkit'
import { replaceFile, writeWhole } from './replace-file'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replace-file-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a file that is replaced', () => {
  it('is created if missing, and no draft is left', async () => {
    await replaceFile(join(folder, 'a.json'), 'one')
    await replaceFile(join(folder, 'a.json'), 'two')
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('two')
    expect(readdirSync(folder)).toEqual(['a.json'])
    await expect(replaceFile(join(folder, 'none/a.json'), 'one')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is unchanged after a failed write, and no draft is left', async () => {
    const file = join(folder, 'taken')
    mkdirSync(file)
    await expect(replaceFile(file, 'two')).rejects.toMatchObject({ code: expect.any(String) })
    expect(readdirSync(folder)).toEqual(['taken'])
  })

  it.skipIf(CANNOT_PLANT)(`uses an unguessable temporary name${NEEDS_PLANTS}`, async () => {
    const [file, treasure] = [join(folder, 'a.json'), join(folder, 'treasure')]
    writeFileSync(treasure, 'mine')
    for (const ending of [`.${process.pid}.tmp`, '.tmp', '.new', '.partial']) symlinkSync(treasure, `${file}${ending}`)
    await replaceFile(file, 'one')
    await writeWhole(file, Readable.from([Buffer.from('two')]))
    expect([readFileSync(file, 'utf8'), readFileSync(treasure, 'utf8')]).toEqual(['two', 'mine'])
  })

  it.skipIf(process.platform === 'win32')('keeps its permissions, and a link stays a link', async () => {
    writeFileSync(join(folder, 'real'), 'one')
    chmodSync(join(folder, 'real'), 0o640)
    symlinkSync('real', join(folder, 'link'))
    await replaceFile(join(folder, 'link'), 'two')
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('two')
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true)
    expect(statSync(join(folder, 'real')).mode & 0o777).toBe(0o640)
  })
})
