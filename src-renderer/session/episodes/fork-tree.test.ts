import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LibraryEntry } from '@shared/contract/library'
import { forkTree } from './fork-tree'

const row = (id: string, parent?: string): LibraryEntry =>
  ({ id, summary: { forkedFrom: parent === undefined ? null : { episodeId: parent, turn: 1 } } }) as LibraryEntry
const drawn = (...entries: readonly LibraryEntry[]) =>
  forkTree(entries).map(({ entry, depth }) => `${'  '.repeat(depth)}${entry.id}`)

describe('the tree of forks', () => {
  it('puts each fork below its parent, and a tree where its first member was', () => {
    expect(drawn(row('new'), row('fork', 'old'), row('other'), row('old'), row('twig', 'fork'))).toEqual([
      'new',
      'old',
      '  fork',
      '    twig',
      'other',
    ])
  })

  it('keeps the order of the forks of one episode', () => {
    expect(drawn(row('b', 'a'), row('a'), row('d', 'a'), row('c', 'b'))).toEqual(['a', '  b', '    c', '  d'])
  })

  it('begins with a fork whose parent is deleted or filtered out', () => {
    expect(drawn(row('fork', 'gone'), row('twig', 'fork'))).toEqual(['fork', '  twig'])
  })

  it('breaks cycles in logs that name each other, or themselves, as parent', () => {
    expect(drawn(row('self', 'self'))).toEqual(['self'])
    expect(drawn(row('a', 'b'), row('b', 'a'))).toEqual(['b', '  a'])
  })

  it('contains every row once, for any parents', () => {
    const ids = fc.integer({ min: 0, max: 8 }).map(String)
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(ids, fc.option(ids)), { selector: ([id]) => id }), (pairs) => {
        const rows = forkTree(pairs.map(([id, parent]) => row(id, parent ?? undefined)))
        expect(rows.map(({ entry }) => entry.id).toSorted()).toEqual(pairs.map(([id]) => id).toSorted())
      }),
    )
  })

  it('handles a chain of 10,000 forks', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => row(`${at}`, at === 0 ? undefined : `${at - 1}`))
    expect(forkTree(chain.toReversed()).at(-1)).toMatchObject({ entry: { id: '9999' }, depth: 9999 })
  })
})
