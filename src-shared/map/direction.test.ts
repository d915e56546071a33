import { describe, expect, it } from 'vitest'
import { directionOf, DIRECTIONS, oppositeOf } from './direction'

describe('directionOf', () => {
  it('reads a direction in every form', () => {
    for (const typed of ['n', 'North', 'go north', 'walk to the north', ' run n '])
      expect(directionOf(typed)).toBe('north')
    expect(directionOf('enter')).toBe('in')
  })

  it('is null for anything but a direction', () => {
    for (const typed of ['enter boat', 'climb tree', 'constructor', '', 'north by northwest'])
      expect(directionOf(typed)).toBeNull()
  })

  it('has an opposite that leads back for every direction', () => {
    for (const direction of DIRECTIONS) expect(oppositeOf(oppositeOf(direction))).toBe(direction)
  })
})
