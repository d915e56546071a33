import { describe, expect, it } from 'vitest'
import type { Link } from '@shared/map/links'
import { BOX, labelOf, type LinkShape, PITCH, shapeOf } from './geometry'

const cells = {
  1: { x: 0, y: 0, level: 0 },
  2: { x: 1, y: -1, level: 0 },
  3: { x: 2, y: 0, level: 0 },
  4: { x: 9, y: 0, level: 0 },
  5: { x: 0, y: 0, level: 1 },
}
const draw = (link: Partial<Link>): LinkShape => {
  const shape = shapeOf({ from: 1, to: 3, exit: 'east', back: null, ...link }, cells, 'levels')
  if (!shape) throw new Error('There is no shape.')
  return shape
}

describe('shapeOf', () => {
  it('draws a passage that keeps its compass as one plain line', () => {
    const { path, arrow, ends } = draw({ back: 'west' })
    expect(path).toBe(
      `M${BOX.width} ${BOX.height / 2}L${BOX.width + 22} ${BOX.height / 2}L${2 * PITCH.x - 22} ${BOX.height / 2}L${2 * PITCH.x} ${BOX.height / 2}`,
    )
    expect([arrow, ends]).toEqual([null, []])
  })

  it('joins diagonal neighbors corner to corner at 45 degrees', () => {
    const { path } = draw({ to: 2, exit: 'northeast', back: 'southwest' })
    expect(path).toBe(
      `M${BOX.width} 0L${BOX.width + 22} -22L${PITCH.x - 22} ${BOX.height - PITCH.y + 22}L${PITCH.x} ${BOX.height - PITCH.y}`,
    )
    expect(PITCH.x - BOX.width).toBe(PITCH.y - BOX.height)
  })

  it('bends a passage that turns, with a letter at each end', () => {
    const { path, arrow, ends } = draw({ exit: 'north', back: 'southwest' })
    expect(path).toMatch(/^M\S+ \S+C/)
    expect(arrow).toBeNull()
    expect(ends.map(({ text, at }) => [text, at])).toEqual([
      ['n', 1],
      ['sw', 3],
    ])
  })

  it('points an arrow where nobody has walked back', () => {
    expect(draw({}).arrow).toMatch(/Z$/)
    expect(draw({}).ends).toEqual([])
    expect(draw({ exit: 'south' }).ends.map(({ text }) => text)).toEqual(['s'])
  })

  it('names what is off the compass at the room', () => {
    expect(draw({ exit: 'in', back: 'out' }).ends.map(({ text }) => text)).toEqual(['in', 'out'])
    expect(draw({ exit: 'climb tree' }).ends.map(({ text }) => text)).toEqual(['climb tree'])
  })

  it('leaves a room for one above it from above, whatever the action, and comes in from below', () => {
    const { path, ends } = draw({ to: 2, exit: 'in', back: 'out' })
    expect(path).toMatch(
      new RegExp(`^M${BOX.width / 4} 0C.* ${PITCH.x + (BOX.width * 3) / 4} ${BOX.height - PITCH.y}$`),
    )
    expect(ends.map(({ anchor }) => anchor)).toEqual(['end', 'start'])
    expect(draw({ to: 2, exit: 'down' }).path).toMatch(new RegExp(`^M${(BOX.width * 3) / 4} 0C`))
  })

  it('draws no line to a room far away or on another level, but says at both ends where it leads', () => {
    for (const to of [4, 5]) {
      const { path, arrow, ends } = draw({ to, exit: 'up', back: 'down' })
      expect([path, arrow]).toEqual([null, null])
      expect(ends.map(({ at, to: target, isReference }) => [at, target, isReference])).toEqual([
        [1, to, true],
        [to, 1, true],
      ])
    }
  })

  it('draws no line under more than four boxes', () => {
    const row = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, x) => [x, { x, y: 0, level: 0 }]))
    expect(shapeOf({ from: 0, to: 5, exit: 'east', back: 'west' }, row(6), 'flat')?.path).not.toBeNull()
    expect(shapeOf({ from: 0, to: 6, exit: 'east', back: 'west' }, row(7), 'flat')?.path).toBeNull()
    expect(
      shapeOf(
        { from: 0, to: 6, exit: 'east', back: 'west' },
        { 0: { x: 0, y: 0, level: 0 }, 6: { x: 6, y: 0, level: 0 } },
        'flat',
      )?.path,
    ).not.toBeNull()
  })

  it('knows the middle of a line and of a curve, and which way they run there', () => {
    expect(draw({ back: 'west' }).middle).toMatchObject({ x: BOX.width / 2 + PITCH.x, y: BOX.height / 2, dy: 0 })
    const bent = draw({ exit: 'north', back: 'north' }).middle
    expect(bent?.x).toBe(BOX.width / 2 + PITCH.x)
    expect(bent?.y).toBeLessThan(0)
    expect(Math.abs((bent?.dy ?? 1) / (bent?.dx ?? 1))).toBeLessThan(0.01)
  })

  it('draws nothing for a room that has no place', () => {
    expect(shapeOf({ from: 1, to: 99, exit: 'east', back: null }, cells, 'flat')).toBeNull()
  })
})

describe('labelOf', () => {
  it('keeps a long action short, and takes no word of JavaScript for a direction', () => {
    expect([labelOf('southeast'), labelOf('constructor')]).toEqual(['se', 'constructor'])
    expect(labelOf('walk around the house until a door appears')).toHaveLength(20)
  })
})
