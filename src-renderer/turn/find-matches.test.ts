import { describe, expect, it } from 'vitest'
import { areAllMatches, findMatches } from './find-matches'

describe('what is found in a text', () => {
  it('is found whatever its case, in order', () =>
    expect(findMatches('Lamp, lamp and LAMP', 'lamp')).toEqual([
      [0, 4],
      [6, 10],
      [15, 19],
    ]))
  it('is what was typed, not a pattern', () =>
    expect(findMatches('{"a.b": [1/2]} a-b', 'a.b": [1/')).toEqual([[2, 11]]))
  it('is nothing for an empty question', () => expect(findMatches('lamp', '')).toEqual([]))
  it('has its place even behind letters whose small form is longer', () =>
    expect(findMatches('İİ lamp', 'LAMP')).toEqual([[3, 7]]))
  it('is said to be all only where it is', () => {
    expect(areAllMatches(findMatches('e'.repeat(999), 'e'))).toBe(true)
    expect(areAllMatches(findMatches('e'.repeat(5000), 'e'))).toBe(false)
  })
})
