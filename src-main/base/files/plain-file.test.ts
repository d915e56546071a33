import {
  linkSync,
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  checkFoldersAbove,
  makePlainFolder,
  openPlain,
  pathIn,
  pathInside,
  readNamed,
  readPlain,
  statPlain,
} from './plain-file'
import { CANNOT_PLANT, NEEDS_PLANTS, plantHuge, plantPipe } from './planted.testkit'
import { replacePlain } from './replace-file'

let root: string
let outside: string
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'plain-file-'))
  root = join(folder, 'root')
  outside = join(folder, 'outside')
  mkdirSync(root)
  mkdirSync(outside)
  writeFileSync(join(outside, 'treasure'), 'mine')
})
afterEach(() => rmSync(join(root, '..'), { recursive: true, force: true }))

const at = (...names: readonly string[]) => pathIn(root, ...names)
const NOT_PLAIN = { kind: 'not_plain' }
const EVERY_WAY = ['read', 'append', 'read and append'] as const

describe('a plain file', () => {
  it('is read whole, up to a limit', async () => {
    writeFileSync(join(root, 'note'), '雪'.repeat(100))
    expect((await readPlain(at('note'), 300)).toString()).toBe('雪'.repeat(100))
    await expect(readPlain(at('note'), 299)).rejects.toMatchObject(NOT_PLAIN)
    await expect(readPlain(at('none'), 300)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(statPlain(at('none'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is replaced atomically, and no draft is left', async () => {
    await makePlainFolder(at('a', 'b'))
    await replacePlain(at('a', 'b', 'note'), 'one')
    await replacePlain(at('a', 'b', 'note'), 'two')
    expect(readFileSync(join(root, 'a', 'b', 'note'), 'utf8')).toBe('two')
    expect(readdirSync(join(root, 'a', 'b'))).toEqual(['note'])
  })

  it('is not a folder, and a folder is not a file', async () => {
    mkdirSync(join(root, 'folder'))
    writeFileSync(join(root, 'file'), '')
    for (const how of EVERY_WAY) await expect(openPlain(at('folder'), how)).rejects.toMatchObject(NOT_PLAIN)
    await expect(statPlain(at('folder'))).rejects.toMatchObject(NOT_PLAIN)
    await expect(makePlainFolder(at('file'))).rejects.toMatchObject(NOT_PLAIN)
    await expect(checkFoldersAbove(at('file', 'below'))).rejects.toMatchObject(NOT_PLAIN)
    await expect(readPlain(at('file', 'below'), 10)).rejects.toMatchObject(NOT_PLAIN)
  })
})

describe.skipIf(CANNOT_PLANT)(`an entry that only looks like a file${NEEDS_PLANTS}`, () => {
  it('is not opened, whatever it is', async () => {
    symlinkSync(join(outside, 'treasure'), join(root, 'link'))
    symlinkSync(join(outside, 'none'), join(root, 'dangling'))
    symlinkSync('/dev/zero', join(root, 'endless'))
    plantPipe(join(root, 'pipe'))
    for (const name of ['link', 'dangling', 'endless', 'pipe']) {
      for (const how of EVERY_WAY) {
        await expect(openPlain(at(name), how), `${how} ${name}`).rejects.toMatchObject(NOT_PLAIN)
      }
      await expect(openPlain(at(name), 'create')).rejects.toMatchObject({ code: 'EEXIST' })
      await expect(readPlain(at(name), 10)).rejects.toMatchObject(NOT_PLAIN)
      await expect(statPlain(at(name))).rejects.toMatchObject(NOT_PLAIN)
    }
    expect(readdirSync(outside)).toEqual(['treasure'])
    expect(readFileSync(join(outside, 'treasure'), 'utf8')).toBe('mine')
  })

  it('is not read if its size is a terabyte', async () => {
    plantHuge(join(root, 'huge'))
    await expect(readPlain(at('huge'), 1 << 20)).rejects.toThrow(`${join(root, 'huge')} is larger than 1 MB`)
    await expect(readNamed(join(root, 'huge'), 1 << 20)).rejects.toMatchObject(NOT_PLAIN)
  })

  it('is not written if it has a second name', async () => {
    linkSync(join(outside, 'treasure'), join(root, 'second'))
    await expect(openPlain(at('second'), 'append')).rejects.toMatchObject(NOT_PLAIN)
    await replacePlain(at('second'), 'other')
    expect(readFileSync(join(outside, 'treasure'), 'utf8')).toBe('mine')
  })

  it('is replaced by a file, and its target is not changed', async () => {
    symlinkSync(join(outside, 'treasure'), join(root, 'link'))
    plantPipe(join(root, 'pipe'))
    for (const name of ['link', 'pipe']) {
      await replacePlain(at(name), 'new')
      expect(lstatSync(join(root, name)).isFile()).toBe(true)
    }
    expect(readFileSync(join(outside, 'treasure'), 'utf8')).toBe('mine')
  })

  it('is not reached through a linked folder; the root may be a link', async () => {
    symlinkSync(outside, join(root, 'folder'))
    symlinkSync(root, join(outside, 'root'))
    writeFileSync(join(root, 'note'), 'one')
    for (const attempt of [
      () => readPlain(at('folder', 'treasure'), 10),
      () => statPlain(at('folder', 'treasure')),
      () => openPlain(at('folder', 'new'), 'create'),
      () => replacePlain(at('folder', 'treasure'), 'x'),
      () => makePlainFolder(at('folder', 'sub')),
      () => makePlainFolder(at('folder')),
      () => readPlain(pathInside(join(root, 'folder'), 'treasure'), 10),
    ])
      await expect(attempt()).rejects.toMatchObject(NOT_PLAIN)
    expect(readdirSync(outside).toSorted()).toEqual(['root', 'treasure'])
    await replacePlain(pathIn(join(outside, 'root'), 'note'), 'two')
    expect((await readPlain(pathIn(join(outside, 'root'), 'note'), 10)).toString()).toBe('two')
  })

  it('may be a link if the user names it, but not a pipe', async () => {
    symlinkSync(join(outside, 'treasure'), join(root, 'link'))
    plantPipe(join(root, 'pipe'))
    expect((await readNamed(join(root, 'link'), 10)).toString()).toBe('mine')
    for (const path of [join(root, 'pipe'), '/dev/zero', root]) {
      await expect(readNamed(path, 10)).rejects.toMatchObject(NOT_PLAIN)
    }
  })

  it('is accessible to its user only, for any umask', async () => {
    const before = process.umask(0)
    try {
      await makePlainFolder(at('a', 'b'))
      await replacePlain(at('a', 'b', 'replaced'), '')
      await (await openPlain(at('a', 'b', 'begun'), 'create')).close()
      await (await openPlain(at('a', 'b', 'appended'), 'append')).close()
    } finally {
      process.umask(before)
    }
    const modeOf = (...names: readonly string[]) => statSync(join(root, ...names)).mode & 0o777
    expect([modeOf('a'), modeOf('a', 'b')]).toEqual([0o700, 0o700])
    expect(['replaced', 'begun', 'appended'].map((name) => modeOf('a', 'b', name))).toEqual([0o600, 0o600, 0o600])
  })
})
