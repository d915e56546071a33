import fc from 'fast-check'
import { expect, it } from 'vitest'
import { WHOLE, columnsOf, turnAtX, xOf } from './axis'

const anyAxis = fc.record({
  width: fc.integer({ min: 200, max: 3000 }),
  last: fc.integer({ min: 1, max: 150 }),
  places: fc.constant(null),
  sight: fc.constant(WHOLE),
})

it('maps a turn to a position and back', () => {
  fc.assert(
    fc.property(anyAxis, fc.double({ min: 0, max: 1, noNaN: true }), (axis, share) => {
      const turn = Math.round(share * axis.last)
      expect(turnAtX(axis, xOf(axis, turn))).toBe(turn)
    }),
  )
})

it('clamps positions to the first and last turn', () => {
  expect(turnAtX({ width: 500, last: 40, places: null, sight: WHOLE }, -100)).toBe(0)
  expect(turnAtX({ width: 500, last: 40, places: null, sight: WHOLE }, 900)).toBe(40)
})

it('keeps the largest of 10,000 values per pixel column', () => {
  const values = Array.from({ length: 10_001 }, (_, turn) => (turn === 5000 ? 99 : 1))
  const columns = columnsOf(values, { width: 800, last: 10_000, places: null, sight: WHOLE })
  expect(columns.length).toBeLessThanOrEqual(800)
  expect(columns.filter(({ value }) => value === 99).map(({ turn }) => turn)).toEqual([5000])
})
