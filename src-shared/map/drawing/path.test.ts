import { describe, expect, it } from 'vitest'
import { middleOf, pathOf } from './path'

const corners = [
  { x: 0, y: 0 },
  { x: 40, y: 0 },
  { x: 40, y: 20 },
]

describe('pathOf', () => {
  it('rounds the corners of a line, at most halfway to the next', () => {
    expect(pathOf(corners)).toBe('M0 0L32 0Q40 0 40 8L40 20')
    expect(pathOf([...corners, { x: 50, y: 20 }])).toBe('M0 0L32 0Q40 0 40 8L40 12Q40 20 45 20L50 20')
  })

  it('draws a line without corners as one stroke', () => {
    expect(pathOf(corners.slice(0, 2))).toBe('M0 0L40 0')
  })
})

describe('middleOf', () => {
  it('is halfway along the line, in the direction of the line there', () => {
    expect(middleOf(corners)).toEqual({ x: 30, y: 0, dx: 40, dy: 0 })
    expect(middleOf([...corners, { x: 40, y: 80 }])).toMatchObject({ x: 40, y: 20, dx: 0 })
  })
})
