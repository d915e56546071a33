import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { addressIn, firstSize, readWindowState, type WindowState, writeWindowState } from './window-state'

const folder = mkdtempSync(join(tmpdir(), 'window-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'window.json')
const screen = { x: 0, y: 0, width: 1920, height: 1080 }
const left: WindowState = {
  bounds: { x: 200, y: 100, width: 1300, height: 800 },
  isMaximized: true,
  isFullScreen: true,
  address: '#/episode/lamp/trunk/3',
  theme: 'dark',
}

describe('the last state of the window', () => {
  it('is restored', () => {
    writeWindowState(file, left)
    expect(readWindowState(file, [screen])).toEqual(left)
  })

  it('is ignored if that screen is gone, or the title bar could not be reached', () => {
    for (const bounds of [
      { ...left.bounds, x: 2500 },
      { ...left.bounds, x: -1290 },
      { ...left.bounds, y: 1060 },
      { ...left.bounds, y: -400 },
    ]) {
      writeWindowState(file, { ...left, bounds })
      expect(readWindowState(file, [screen]), JSON.stringify(bounds)).toBeNull()
    }
    expect(readWindowState(file, [screen, { x: 0, y: -1080, width: 1920, height: 1080 }])).not.toBeNull()
  })

  it('has the system theme if the file is of an older version', () => {
    writeFileSync(file, JSON.stringify({ bounds: left.bounds, isMaximized: false }))
    expect(readWindowState(file, [screen])?.theme).toBe('system')
  })

  it('is ignored if the file is missing or invalid', () => {
    expect(readWindowState(join(folder, 'none.json'), [screen])).toBeNull()
    for (const text of ['', '{"bounds":', '{"bounds":{"x":"a"}}', '[]']) {
      writeFileSync(file, text)
      expect(readWindowState(file, [screen]), text).toBeNull()
    }
    expect(() => writeWindowState(join(folder, 'no', 'such', 'folder.json'), left)).not.toThrow()
  })
})

it('a first window fits on a small screen, and is not larger than needed on a large one', () => {
  expect(firstSize({ width: 960, height: 500 })).toEqual({ width: 960, height: 500, minWidth: 720, minHeight: 450 })
  expect(firstSize({ width: 640, height: 400 })).toEqual({ width: 640, height: 400, minWidth: 640, minHeight: 400 })
  expect(firstSize(screen)).toEqual({ width: 1440, height: 900, minWidth: 720, minHeight: 450 })
})

it.each([
  [
    'an episode and its turn',
    'app://zorkgpt/#/episode/2026-01-01T00-00-00-lamp/trunk/3',
    '#/episode/2026-01-01T00-00-00-lamp/trunk/3',
  ],
  ['an experiment', 'app://zorkgpt/#/experiments/first', '#/experiments/first'],
  ['nothing', 'app://zorkgpt/', ''],
  ['the recorded sample, which is a file', 'app://zorkgpt/#/episode/file%3Ademo/trunk', ''],
  ['what no page of ours has', 'app://zorkgpt/#<script>', ''],
])('%s is opened again as the page named it', (_what, url, address) => {
  expect(addressIn(url)).toBe(address)
})
