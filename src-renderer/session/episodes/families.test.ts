import type { LibraryEntry } from '@shared/contract/library'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inFamilies } from './families'

const row = (id: string, parent?: string): LibraryEntry =>
  ({ id, summary: { forkedFrom: parent === undefined ? null : { episodeId: parent, turn: 1 } } }) as LibraryEntry
const drawn = (...entries: readonly LibraryEntry[]) =>
  inFamilies(entries).map(({ entry, depth }) => `${'  '.repeat(depth)}${entry.id}`)

describe('the rows of the library in families', () => {
  it('have each fork below its parent, and the family where its first member stood', () => {
    expect(drawn(row('new'), row('fork', 'old'), row('other'), row('old'), row('twig', 'fork'))).toEqual([
      'new',
      'old',
      '  fork',
      '    twig',
      'other',
    ])
  })

  it('have the forks of one episode in the order that they had', () => {
    expect(drawn(row('b', 'a'), row('a'), row('d', 'a'), row('c', 'b'))).toEqual(['a', '  b', '    c', '  d'])
  })

  it('begin with a fork whose parent is gone, or filtered away', () => {
    expect(drawn(row('fork', 'gone'), row('twig', 'fork'))).toEqual(['fork', '  twig'])
  })

  it('end where logs say that they are forks of each other, or of themselves', () => {
    expect(drawn(row('self', 'self'))).toEqual(['self'])
    expect(drawn(row('a', 'b'), row('b', 'a'))).toEqual(['b', '  a'])
  })

  it('are all the rows, each once, whatever is whose fork', () => {
    const ids = fc.integer({ min: 0, max: 8 }).map(String)
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(ids, fc.option(ids)), { selector: ([id]) => id }), (pairs) => {
        const rows = inFamilies(pairs.map(([id, parent]) => row(id, parent ?? undefined)))
        expect(rows.map(({ entry }) => entry.id).toSorted()).toEqual(pairs.map(([id]) => id).toSorted())
      }),
    )
  })

  it('are arranged in one pass over a chain of ten thousand forks', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => row(`${at}`, at === 0 ? undefined : `${at - 1}`))
    expect(inFamilies(chain.toReversed()).at(-1)).toMatchObject({ entry: { id: '9999' }, depth: 9999 })
  })
})
