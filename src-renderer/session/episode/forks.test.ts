import type { LibraryEntry } from '@shared/contract/library'
import { expect, it } from 'vitest'
import { forksOf } from './forks'

const row = (id: string, title: string | null, parent: string | null, turn = 0): [string, LibraryEntry] => [
  id,
  {
    id,
    annotations: { title, turns: [] },
    summary: { game: { title: 'Zork\u202e I' }, forkedFrom: parent && { episodeId: parent, turn } },
  } as unknown as LibraryEntry,
]

it('the forks of an episode are found by their parent, in order of turns, under names that can be read', () => {
  const entries = new Map([
    row('a', null, null),
    row('d', 'Pirate', 'a', 7),
    row('c', null, 'a', 7),
    row('b', null, 'a', 2),
    row('e', null, 'b', 3),
  ])
  expect(forksOf('a', entries)).toEqual([
    { id: 'b', turn: 2, name: 'Zork I' },
    { id: 'c', turn: 7, name: 'Zork I' },
    { id: 'd', turn: 7, name: 'Pirate' },
  ])
  expect(forksOf('e', entries)).toEqual([])
  expect(forksOf(null, entries)).toEqual([])
})
