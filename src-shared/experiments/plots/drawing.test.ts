import { describe, expect, it } from 'vitest'
import { scaleOf } from './drawing'

describe('scaleOf', () => {
  it('has round ticks', () => {
    expect(scaleOf([0, 10], 0, 100).ticks).toEqual([0, 2, 4, 6, 8, 10])
    expect(scaleOf([0, 2], 0, 100).ticks).toEqual([0, 0.5, 1, 1.5, 2])
    expect(scaleOf([0, 8.5], 0, 100, 4).ticks).toEqual([0, 2, 4, 6, 8])
  })

  it('has whole numbers as ticks for counts', () => {
    expect(scaleOf([0, 2], 0, 100, 5, 1).ticks).toEqual([0, 1, 2])
  })
})
