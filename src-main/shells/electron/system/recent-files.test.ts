import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRecentFiles } from './recent-files'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recent-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const opened: string[] = []
const recentIn = () =>
  openRecentFiles(
    join(folder, 'recent.json'),
    (path) => opened.push(path),
    () => {},
  )
const itemsOf = ({ menuItem }: ReturnType<typeof recentIn>) => menuItem().submenu as MenuItemConstructorOptions[]
const namesOf = (recent: ReturnType<typeof recentIn>) =>
  itemsOf(recent).flatMap(({ label }) => (label === undefined || label === 'Clear' ? [] : [label]))

it('opened files are listed again after a start, newest first, each once and at most ten', () => {
  const recent = recentIn()
  expect(recent.menuItem().enabled).toBe(false)
  for (let index = 0; index < 12; index++) recent.add(`/stories/${index}.z5`)
  recent.add('/stories/5.z5')
  const again = recentIn()
  expect(namesOf(again)).toEqual(['5.z5', '11.z5', '10.z5', '9.z5', '8.z5', '7.z5', '6.z5', '4.z5', '3.z5', '2.z5'])
  itemsOf(again)[1]?.click?.(...([] as unknown as Parameters<NonNullable<MenuItemConstructorOptions['click']>>))
  expect(opened).toEqual(['/stories/11.z5'])
})

it('a file of the list that is damaged counts as an empty list', () => {
  writeFileSync(join(folder, 'recent.json'), '["a", 1')
  expect(namesOf(recentIn())).toEqual([])
})
