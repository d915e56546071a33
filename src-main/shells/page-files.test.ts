import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageHeaders, readPageFile } from './page-files'

let top: string
let folder: string
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'page-files-'))
  folder = join(top, 'renderer')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(top, 'secret.json'), '{}')
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'assets/main.js'), 'let a')
  await writeFile(join(folder, 'assets/map.js.map'), '{}')
})
afterAll(() => rm(top, { recursive: true, force: true }))

describe('readPageFile', () => {
  it('returns a file with its type, and index.html for the root', async () => {
    expect(await readPageFile(folder, '/assets/main.js')).toMatchObject({
      contentType: 'text/javascript; charset=utf-8',
    })
    expect((await readPageFile(folder, '/'))?.body.toString()).toBe('<!doctype html>')
  })

  it.each([
    '/../secret.json',
    '/assets/../../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/..\\secret.json',
    '/%5c..%5csecret.json',
    '/assets/main.js%00.html',
    '/%',
    '/C:/secret.json',
  ])('gives nothing outside the folder: %s', async (path) => expect(await readPageFile(folder, path)).toBeNull())

  it('returns nothing for a folder, a missing file or an unknown type', async () => {
    for (const path of ['/assets', '/assets/', '/assets/none.js', '/assets/map.js.map', `/${'a'.repeat(5000)}.js`])
      expect(await readPageFile(folder, path)).toBeNull()
  })

  it('shares one copy of a file among requests, and a new one after a change', async () => {
    const file = join(folder, 'assets/main.js')
    const ask = async (path: string) => (await readPageFile(folder, path))?.body
    const [first, second] = await Promise.all([ask('/assets/main.js'), ask('//assets/./main.js')])
    expect(second).toBe(first)
    await writeFile(file, 'let b = 1')
    expect(String(await ask('/assets/main.js'))).toBe('let b = 1')
    await rm(file)
    expect(await ask('/assets/main.js')).toBeUndefined()
    await writeFile(file, 'let a')
  })
})

it('the policy lists what is allowed and forbids the rest', () => {
  const policy = pageHeaders("'none'")['Content-Security-Policy']
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'none'")
  expect(policy).toMatch(/script-src 'self'(;|$)/)
  expect(policy).not.toContain('unsafe-eval')
})
