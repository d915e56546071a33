import { describe, expect, it } from 'vitest'
import { scaleOf } from './drawing'

describe('scaleOf', () => {
  it('has round ticks', () => {
    expect(scaleOf([0, 10], 0, 100).ticks).toEqual([0, 2, 4, 6, 8, 10])
    expect(scaleOf([0, 2], 0, 100).ticks).toEqual([0, 0.5, 1, 1.5, 2])
    expect(scaleOf([0, 8.5], 0, 100, 4).ticks).toEqual([0, 2, 4, 6, 8])
  })

  it('begins at a single value, so that shares of 0 end at 100 %', () => {
    const { at, ticks } = scaleOf([0, 0], 0, 100)
    expect([at(0), ticks]).toEqual([0, [0, 0.2, 0.4, 0.6, 0.8, 1]])
  })

  it('has whole numbers as ticks for counts', () => {
    expect(scaleOf([0, 2], 0, 100, 5, 1).ticks).toEqual([0, 1, 2])
  })
})
