import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CANNOT_PLANT, NEEDS_PLANTS } from '../../../base/files/planted.testkit'
import { ensureUserCopy } from './user-copy'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'user-copy-'))
  mkdirSync(join(folder, 'app'))
  writeFileSync(join(folder, 'app', 'mcp_config.json'), 'shipped', { mode: 0o644 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const copy = () => ensureUserCopy(join(folder, 'app'), join(folder, 'home', 'zorkgpt'), 'mcp_config.json')

it('the first start creates a private copy, and later starts leave it unchanged', async () => {
  const own = await copy()
  expect(readFileSync(own, 'utf8')).toBe('shipped')
  if (process.platform !== 'win32') expect(statSync(own).mode & 0o777).toBe(0o600)
  writeFileSync(own, 'edited')
  expect(readFileSync(await copy(), 'utf8')).toBe('edited')
})

it.skipIf(CANNOT_PLANT)(`nothing is written through a dangling link${NEEDS_PLANTS}`, async () => {
  mkdirSync(join(folder, 'home', 'zorkgpt'), { recursive: true })
  symlinkSync(join(folder, 'planted'), join(folder, 'home', 'zorkgpt', 'mcp_config.json'))
  await copy()
  expect(() => statSync(join(folder, 'planted'))).toThrow('ENOENT')
})
