import { describe, expect, it } from 'vitest'
import { areAllMatches, findMatches } from '../../panels/inspector/request/FindableText'

describe('findMatches', () => {
  it('ignores case and keeps the order', () =>
    expect(findMatches('Lamp, lamp and LAMP', 'lamp')).toEqual([
      [0, 4],
      [6, 10],
      [15, 19],
    ]))
  it('treats the query as text, not as a pattern', () =>
    expect(findMatches('{"a.b": [1/2]} a-b', 'a.b": [1/')).toEqual([[2, 11]]))
  it('finds nothing for an empty query', () => expect(findMatches('lamp', '')).toEqual([]))
  it('returns correct offsets after letters whose lower case is longer', () =>
    expect(findMatches('İİ lamp', 'LAMP')).toEqual([[3, 7]]))
  it('reports whether all matches were found', () => {
    expect(areAllMatches(findMatches('e'.repeat(999), 'e'))).toBe(true)
    expect(areAllMatches(findMatches('e'.repeat(5000), 'e'))).toBe(false)
  })
})
