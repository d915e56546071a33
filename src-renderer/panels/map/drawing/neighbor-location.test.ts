import { describe, expect, it } from 'vitest'
import { neighborLocation } from './neighbor-location'

describe('neighborLocation', () => {
  const positions = {
    1: { x: 0, y: 0, level: 0 },
    2: { x: 2, y: 0, level: 0 },
    3: { x: 1, y: 1, level: 0 },
    4: { x: 0, y: -3, level: 0 },
  }
  it('finds the nearest location in the direction of the arrow', () => {
    expect(neighborLocation(1, { x: 1, y: 0, level: 0 }, [1, 2, 3, 4], positions)).toBe(2)
    expect(neighborLocation(1, { x: 0, y: -1, level: 0 }, [1, 2, 3, 4], positions)).toBe(4)
    expect(neighborLocation(1, { x: -1, y: 0, level: 0 }, [1, 2, 3, 4], positions)).toBeNull()
  })
})
