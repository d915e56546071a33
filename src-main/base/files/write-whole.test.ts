import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeWhole } from './replace-file'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-whole-'))
  file = join(folder, 'transcript.md')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* parts(...texts: readonly (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield Buffer.from(text)
  }
}

it('has all parts in order, and no draft is left', async () => {
  await writeWhole(file, parts('one ', 'two'))
  expect(readFileSync(file, 'utf8')).toBe('one two')
  expect(readdirSync(folder)).toEqual(['transcript.md'])
})

it('an interrupted write leaves the old file, or none', async () => {
  await expect(writeWhole(file, parts('half', new Error('a bad line')))).rejects.toThrow('a bad line')
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(file, 'before')
  await expect(writeWhole(file, parts('half', new Error('a bad line')))).rejects.toThrow('a bad line')
  expect(readFileSync(file, 'utf8')).toBe('before')
  expect(readdirSync(folder)).toEqual(['transcript.md'])
})

it.skipIf(process.platform === 'win32')('a link stays one, and what it leads to is replaced', async () => {
  writeFileSync(file, 'before')
  symlinkSync(file, join(folder, 'link.md'))
  await writeWhole(join(folder, 'link.md'), parts('after'))
  expect(readFileSync(file, 'utf8')).toBe('after')
  expect(
    readdirSync(folder, { withFileTypes: true })
      .find(({ name }) => name === 'link.md')
      ?.isSymbolicLink(),
  ).toBe(true)
})

it('a full disk is reported, and leaves the old file', async () => {
  writeFileSync(file, 'before')
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  const any = await open(join(folder, 'any'), 'w')
  const handles = Object.getPrototypeOf(any) as FileHandle
  await any.close()
  rmSync(join(folder, 'any'))
  const writes = vi.spyOn(handles, 'write').mockRejectedValue(full)
  await expect(writeWhole(file, parts('half'))).rejects.toMatchObject({
    kind: 'cannot_write',
    message: 'Not written: the disk is full, so make room and try again.',
  })
  writes.mockRestore()
  expect(readFileSync(file, 'utf8')).toBe('before')
  expect(readdirSync(folder)).toEqual(['transcript.md'])
})

it('a file that cannot be created is reported with a fix', async () => {
  const missing = join(folder, 'missing', 'transcript.md')
  await expect(writeWhole(missing, parts('one'))).rejects.toMatchObject({
    kind: 'cannot_write',
    message: `Not written: the folder of ${missing} does not exist, so create it and try again.`,
  })
})

it.skipIf(!existsSync('/dev/full'))('names a device that takes no more', async () => {
  await expect(writeWhole('/dev/full', parts('half'))).rejects.toMatchObject({ kind: 'cannot_write' })
})
