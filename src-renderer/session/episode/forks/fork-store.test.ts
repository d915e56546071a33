import { expect, it } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { forksOf } from './fork-store'

const row = (id: string, parent: string | null, turn = 0): [string, LibraryEntry] => [
  id,
  { id, summary: { forkedFrom: parent && { episodeId: parent, turn } } } as LibraryEntry,
]

it('finds the forks of an episode in order of turns', () => {
  const entries = new Map([row('a', null), row('d', 'a', 7), row('c', 'a', 7), row('b', 'a', 2), row('e', 'b', 3)])
  const found = (id: string | null) => forksOf(id, entries).map(({ entry, turn }) => `${entry.id} ${turn}`)
  expect(found('a')).toEqual(['b 2', 'c 7', 'd 7'])
  expect(found('e')).toEqual([])
  expect(found(null)).toEqual([])
})
