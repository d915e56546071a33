import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { turnAtX, xOf } from './axis'
import { bringIntoSight, panBy, sightOf, zoomBy } from './use-zoom'

const TOTAL = 400
const LEAST = 4
const anyShare = fc.double({ min: 0, max: 1, noNaN: true })
const anyZoom = fc
  .array(fc.tuple(fc.double({ min: 0.3, max: 2, noNaN: true }), anyShare), { maxLength: 6 })
  .map((steps) =>
    steps.reduce<ReturnType<typeof zoomBy>>((zoom, [factor, share]) => {
      const { start, end } = sightOf(zoom, TOTAL)
      return zoomBy(zoom, TOTAL, LEAST, factor, start + share * (end - start))
    }, null),
  )

describe('zoom', () => {
  it('stays on the track and above the minimum span', () => {
    fc.assert(
      fc.property(anyZoom, fc.double({ min: -3, max: 3, noNaN: true }), (zoom, by) => {
        const { start, end } = sightOf(panBy(zoom, TOTAL, by), TOTAL)
        expect(start).toBeGreaterThan(-1e-9)
        expect(end).toBeLessThan(1 + 1e-9)
        expect((end - start) * TOTAL).toBeGreaterThan(LEAST - 1e-6)
      }),
    )
  })

  it('keeps the position under the pointer', () => {
    const zoom = { span: 100, end: 250 }
    const sight = sightOf(zoomBy(zoom, TOTAL, LEAST, 0.5, 200 / TOTAL), TOTAL)
    expect(sight).toEqual({ start: 175 / TOTAL, end: 225 / TOTAL })
  })

  it('is null again when zoomed out fully', () => {
    expect(zoomBy({ span: 300, end: null }, TOTAL, LEAST, 2, 0.5)).toBeNull()
  })

  it('follows the end if it is at the end, and stays otherwise', () => {
    expect(sightOf({ span: 100, end: null }, 800)).toEqual({ start: 700 / 800, end: 1 })
    expect(sightOf({ span: 100, end: 200 }, 800)).toEqual({ start: 100 / 800, end: 200 / 800 })
  })

  it('moves only to bring a position into view', () => {
    fc.assert(
      fc.property(anyZoom, anyShare, (zoom, share) => {
        const before = sightOf(zoom, TOTAL)
        const { start, end } = sightOf(bringIntoSight(zoom, TOTAL, share), TOTAL)
        expect(share >= start - 1e-9 && share <= end + 1e-9).toBe(true)
        if (share >= before.start && share <= before.end) expect({ start, end }).toEqual(before)
      }),
    )
  })

  it('maps turns to positions and back', () => {
    fc.assert(
      fc.property(anyZoom, fc.integer({ min: 0, max: TOTAL }), (zoom, turn) => {
        const sight = sightOf(zoom, TOTAL)
        const scale = { width: 1200, last: TOTAL, places: null, sight }
        const share = turn / TOTAL
        if (share > sight.start && share < sight.end) expect(turnAtX(scale, xOf(scale, turn))).toBe(turn)
      }),
    )
  })
})
