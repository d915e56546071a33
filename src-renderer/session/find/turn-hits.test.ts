import { describe, expect, it } from 'vitest'
import { type Hit, type Hits, hitsUntil, ordinalOf, stepHit, totalOf } from './turn-hits'

const hits: Hits = [
  { turn: 3, count: 2, before: 0 },
  { turn: 5, count: 1, before: 2 },
  { turn: 9, count: 3, before: 3 },
]
const all: readonly Hit[] = hits.flatMap(({ turn, count }) =>
  Array.from({ length: count }, (_, nth) => ({ turn, nth })),
)
const next = (from: Hit, searchedTo: number | null = null) => stepHit(hits, from, 1, searchedTo)
const previous = (from: Hit, searchedTo: number | null = null) => stepHit(hits, from, -1, searchedTo)

describe('hits', () => {
  it('are stepped through one by one, wrapping around', () => {
    for (const [index, hit] of all.entries()) {
      expect(next(hit)).toEqual(all[(index + 1) % all.length])
      expect(previous(all[(index + 1) % all.length] ?? hit)).toEqual(hit)
      expect(ordinalOf(hits, hit)).toBe(index + 1)
    }
    expect(totalOf(hits)).toBe(6)
  })

  it('are reached from turns without a hit, and from a turn before or after its hits', () => {
    expect(next({ turn: 4, nth: -1 })).toEqual({ turn: 5, nth: 0 })
    expect(next({ turn: 9, nth: -1 })).toEqual({ turn: 9, nth: 0 })
    expect(previous({ turn: 9, nth: Infinity })).toEqual({ turn: 9, nth: 2 })
    expect(previous({ turn: 4, nth: Infinity })).toEqual({ turn: 3, nth: 1 })
    expect(next({ turn: 12, nth: -1 })).toEqual({ turn: 3, nth: 0 })
    expect(previous({ turn: 0, nth: Infinity })).toEqual({ turn: 9, nth: 2 })
  })

  it('are pending while turns that may contain the next one are not searched', () => {
    expect(next({ turn: 5, nth: 0 }, 9)).toEqual({ turn: 9, nth: 0 })
    expect(next({ turn: 9, nth: 2 }, 9)).toBe('later')
    expect(previous({ turn: 5, nth: 0 }, 9)).toEqual({ turn: 3, nth: 1 })
    expect(previous({ turn: 12, nth: Infinity }, 9)).toBe('later')
    expect(previous({ turn: 3, nth: 0 }, 9)).toBe('later')
  })

  it('are none if nothing was found', () => {
    expect(stepHit([], { turn: 3, nth: 0 }, 1, null)).toBeNull()
    expect(stepHit([], { turn: 3, nth: 0 }, -1, null)).toBeNull()
    expect(totalOf([])).toBe(0)
    expect(ordinalOf(hits, { turn: 4, nth: 0 })).toBeNull()
    expect(ordinalOf(hits, { turn: 5, nth: 1 })).toBeNull()
  })

  it('end at the last visible turn', () => {
    expect(hitsUntil(hits, null)).toBe(hits)
    expect(hitsUntil(hits, 9)).toBe(hits)
    expect(totalOf(hitsUntil(hits, 8))).toBe(3)
    expect(hitsUntil(hits, 2)).toEqual([])
  })
})
