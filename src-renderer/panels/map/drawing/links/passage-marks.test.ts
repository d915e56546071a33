import { expect, it } from 'vitest'
import { BOX } from '@shared/map/drawing/geometry'
import { barAt, keyAt, stubOf } from './link-shape'

const numbers = (path: string) => (path.match(/-?[\d.]+/g) ?? []).map(Number)

it('draws a door across its line', () => {
  const xs = numbers(barAt({ x: 50, y: 0, dx: 3, dy: 0 })).filter((_, index) => index % 2 === 0)
  const ys = numbers(barAt({ x: 50, y: 0, dx: 3, dy: 0 })).filter((_, index) => index % 2 === 1)
  expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([47.5, 52.5, -8, 8])
})

it('draws valid paths for a line of zero length', () => {
  for (const path of [barAt({ x: 1, y: 2, dx: 0, dy: 0 }), keyAt({ x: 1, y: 2, dx: 0, dy: 0 })])
    expect(path).not.toContain('NaN')
})

it('ends a compass stub in a question mark, another in its word', () => {
  const cell = { x: 0, y: 0, level: 0 }
  expect(stubOf(cell, 'east')).toMatchObject({ text: '?', anchor: 'middle', y: BOX.height / 2 })
  expect(stubOf(cell, 'east').x).toBeGreaterThan(BOX.width)
  expect([stubOf(cell, 'up').text, stubOf(cell, 'out').text]).toEqual(['up?', 'out?'])
})
