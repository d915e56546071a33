import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.mjs'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-at-a-time-'))
  file = join(folder, 'busy')
})
afterEach(() => rmSync(folder, { recursive: true }))

const nothing = async () => {}

it('concurrent work is serialized, also after a failure', async () => {
  const said: string[] = []
  const work = (name: string) => async () => {
    said.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    said.push(`${name} ends`)
    if (name === 'b') throw new Error('b fails')
  }
  await Promise.allSettled(['a', 'b', 'c'].map((name) => oneAtATime(file, work(name))))
  expect(said).toHaveLength(6)
  for (let index = 0; index < 6; index += 2) expect(said[index + 1]).toBe(said[index]?.replace('begins', 'ends'))
  expect(existsSync(file)).toBe(false)
})

it('a lock of an ended process, or older than the longest build, is ignored', async () => {
  writeFileSync(file, String(spawnSync(process.execPath, ['--version']).pid))
  await oneAtATime(file, nothing)
  writeFileSync(file, String(process.pid))
  utimesSync(file, 0, 0)
  await oneAtATime(file, nothing)
  expect(existsSync(file)).toBe(false)
})

it('without a writable folder the work is done without a lock', async () => {
  let isDone = false
  await oneAtATime(join(folder, 'gone', 'busy'), async () => void (isDone = true))
  expect(isDone).toBe(true)
})
