import { describe, expect, it } from 'vitest'
import { pointsAlong, stepOf } from './cell'
import { DIRECTIONS, oppositeOf } from './direction'

describe('stepOf', () => {
  it.each(['flat', 'levels'] as const)('takes opposite steps for opposite directions, %s', (planes) => {
    for (const direction of DIRECTIONS) {
      const [there, back] = [stepOf(direction, planes), stepOf(oppositeOf(direction), planes)]
      expect(there && { x: 0 - there.x, y: 0 - there.y, level: 0 - there.level }).toEqual(back)
    }
  })

  it('changes the level for up and down, and never in a flat drawing', () => {
    expect(stepOf('up', 'levels')).toEqual({ x: 0, y: 0, level: 1 })
    expect(DIRECTIONS.map((direction) => stepOf(direction, 'flat')?.level ?? 0)).toEqual(DIRECTIONS.map(() => 0))
  })

  it('is null for an action that is not on the compass', () => {
    expect([stepOf('in', 'flat'), stepOf('out', 'levels'), stepOf('climb tree', 'flat')]).toEqual([null, null, null])
  })
})

describe('pointsAlong', () => {
  const northeast = { x: 1, y: -1, level: 0 }
  it('is true at any distance, and only exactly on the line', () => {
    expect(pointsAlong({ x: 3, y: -3, level: 0 }, northeast)).toBe(true)
    expect(pointsAlong({ x: 3, y: -2, level: 0 }, northeast)).toBe(false)
    expect(pointsAlong({ x: -1, y: 1, level: 0 }, northeast)).toBe(false)
    expect(pointsAlong({ x: 1, y: -1, level: 1 }, northeast)).toBe(false)
    expect(pointsAlong({ x: 0, y: 0, level: 0 }, northeast)).toBe(false)
  })
})
