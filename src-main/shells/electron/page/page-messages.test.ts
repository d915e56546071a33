import { expect, it, vi } from 'vitest'
import { readPageMessage, themeSourceOf } from './page-messages'

// Equal in all tests of the menu, because they may share the module.
vi.mock('electron', () => ({ app: { getName: () => 'ZorkGPT' }, Menu: {} }))

const row = { id: 'export', label: 'Export', group: 'episode', key: 'Mod+S', enabled: true }

it('the actions and the theme are accepted', () => {
  for (const said of [
    { kind: 'menu', rows: [row, { ...row, key: null }] },
    { kind: 'theme', theme: 'contrast' },
  ])
    expect(readPageMessage(said)).toEqual(said)
})

it('invalid messages are ignored', () => {
  for (const wrong of [
    null,
    'rows',
    [row],
    { kind: 'menu', rows: [{ ...row, label: 7 }] },
    { kind: 'menu', rows: [{ ...row, group: 'other' }] },
    { kind: 'menu', rows: Array(201).fill(row) },
    { kind: 'theme', theme: 'pink' },
  ])
    expect(readPageMessage(wrong)).toBeNull()
})

it('native parts use the light or dark theme of the page', () => {
  const drawn = (['system', 'dark', 'light', 'contrast'] as const).map((theme) =>
    themeSourceOf({ kind: 'theme', theme }),
  )
  expect(drawn).toEqual(['system', 'dark', 'light', 'dark'])
})
