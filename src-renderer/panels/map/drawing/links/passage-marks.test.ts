import { expect, it } from 'vitest'
import { barAt, keyAt } from './link-shape'

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
