import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakText, isWholeAt, leastZoomOf, widthOf } from './names'

describe('the name of a room', () => {
  it('is complete at its lowest zoom and at every higher one', () => {
    const name = fc
      .array(fc.stringMatching(/^[A-Za-z'-]{1,12}$/), { minLength: 1, maxLength: 6 })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(name, fc.double({ min: 0, max: 1, noNaN: true }), (text, more) => {
        const zoom = leastZoomOf(text)
        if (zoom < Infinity) expect(isWholeAt(text, zoom + more)).toBe(true)
      }),
    )
  })

  it('is broken between words only, and no line is wider than requested', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.double({ min: 1, max: 20, noNaN: true }), (text, width) => {
        const lines = breakText(text, width)
        if (lines === null) {
          expect(text.split(/(?<=[\s-])/u).some((word) => widthOf(word.trimEnd()) > width)).toBe(true)
          return
        }
        expect(lines.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''))
        expect(lines.every((line) => widthOf(line) <= width)).toBe(true)
      }),
    )
    expect(breakText('North-South Passage', 8)).toEqual(['North-South', 'Passage'])
    expect(breakText('Sheepfold', 4)).toBeNull()
  })

  it('of ordinary length fits its box at a zoom well below 100 %', () => {
    expect(leastZoomOf('Reservoir South')).toBeLessThan(0.7)
    expect(leastZoomOf('Cellar')).toBeLessThan(0.5)
    expect(leastZoomOf('A name far too long for any box, as of a room described instead of named')).toBe(Infinity)
  })
})
