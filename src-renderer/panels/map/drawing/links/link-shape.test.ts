import { describe, expect, it } from 'vitest'
import { BOX, PITCH, STEP } from '@shared/map/drawing/geometry'
import { layLines } from '@shared/map/drawing/lines'
import type { Link } from '@shared/map/links'
import { labelOf, type LinkShape, shapeWhileDragged, shapeOf } from './link-shape'

const cells = {
  1: { x: 0, y: 0, level: 0 },
  2: { x: 1, y: -1, level: 0 },
  3: { x: 2, y: 0, level: 0 },
  4: { x: 9, y: 0, level: 0 },
  5: { x: 0, y: 0, level: 1 },
}
const east: Link = { from: 1, to: 3, exit: 'east', back: null }
const draw = (link: Partial<Link>): LinkShape => {
  const whole = { ...east, ...link }
  const shape = shapeOf(whole, layLines({ links: [whole], positions: cells, level: 0 }), cells)
  if (!shape) throw new Error('There is no shape.')
  return shape
}

describe('shapeOf', () => {
  it('draws a straight passage as one line', () => {
    const { path, arrow, ends } = draw({ back: 'west' })
    expect(path).toBe(`M${BOX.width} ${BOX.height / 2}L${2 * PITCH.x} ${BOX.height / 2}`)
    expect([arrow, ends]).toEqual([null, []])
  })

  it('draws a turning passage as a curve with a letter at each end', () => {
    const { path, arrow, ends } = draw({ exit: 'north', back: 'southwest' })
    expect(path).toContain('Q')
    expect(arrow).toBeNull()
    expect(ends.map(({ exit, at }) => [exit, at])).toEqual([
      ['north', 1],
      ['southwest', 3],
    ])
  })

  it('ends a one-way link in an arrow', () => {
    expect(draw({}).arrow).toMatch(/Z$/)
    expect(draw({}).ends).toEqual([])
    expect(draw({ exit: 'south' }).ends.map(({ exit }) => exit)).toEqual(['south'])
  })

  it('labels exits without a compass direction at the room', () => {
    expect(draw({ exit: 'in', back: 'out' }).ends.map(({ exit }) => exit)).toEqual(['in', 'out'])
    expect(draw({ exit: 'climb tree' }).ends.map(({ exit }) => exit)).toEqual(['climb tree'])
  })

  it('connects a room to one above it from top to bottom, for any action', () => {
    const { path, ends } = draw({ to: 2, exit: 'in', back: 'out' })
    expect(path).toMatch(new RegExp(`^M${2 * STEP} 0L.*L${PITCH.x + BOX.width - 2 * STEP} ${BOX.height - PITCH.y}$`))
    expect(ends.map(({ port }) => port.isLeft)).toEqual([true, false])
    expect(draw({ to: 2, exit: 'down' }).path).toMatch(new RegExp(`^M${BOX.width - 2 * STEP} 0L`))
  })

  it('draws references instead of a line to a far room or another level', () => {
    for (const to of [4, 5]) {
      const { path, arrow, ends } = draw({ to, exit: 'up', back: 'down' })
      expect([path, arrow]).toEqual([null, null])
      expect(ends.map(({ at, to: target, isReference }) => [at, target, isReference])).toEqual([
        [1, to, true],
        [to, 1, true],
      ])
    }
  })

  it('returns the middle of a line and its direction there', () => {
    expect(draw({ back: 'west' }).middle).toMatchObject({ x: BOX.width / 2 + PITCH.x, y: BOX.height / 2, dy: 0 })
    const bent = draw({ exit: 'north', back: 'north' }).middle
    expect(bent?.y).toBeLessThan(0)
    expect(bent?.dy).toBe(0)
  })

  it('draws nothing for a room without a position', () => {
    const lines = layLines({ links: [], positions: cells, level: 0 })
    expect(shapeOf({ ...east, to: 99 }, lines, cells)).toBeNull()
  })
})

describe('shapeWhileDragged', () => {
  it('follows a room between cells with a straight line', () => {
    const held = { ...cells, 3: { x: 1.5, y: 0.25, level: 0 } }
    expect(shapeWhileDragged({ ...east, back: 'west' }, held)?.path).toBe(
      `M${BOX.width} ${BOX.height / 2}L${1.5 * PITCH.x} ${0.25 * PITCH.y + BOX.height / 2}`,
    )
    expect(shapeWhileDragged({ ...east, to: 99 }, held)).toBeNull()
  })
})

describe('labelOf', () => {
  it('shortens a long action, and does not confuse JavaScript properties with directions', () => {
    expect([labelOf('southeast'), labelOf('constructor')]).toEqual(['se', 'constructor'])
    expect(labelOf('walk around the house until a door appears')).toHaveLength(20)
  })
})
