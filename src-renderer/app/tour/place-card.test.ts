import { describe, expect, it } from 'vitest'
import { placeCard } from './place-card'

const window = { width: 1280, height: 800 }
const card = { width: 340, height: 200 }
const place = (left: number, top: number, width: number, height: number) =>
  placeCard({ left, top, width, height }, card, window)

describe('the card of the tour', () => {
  it('is after its target, or else before it', () => {
    expect(place(0, 60, 800, 600)).toEqual({ left: 812, top: 60 })
    expect(place(900, 60, 380, 300)).toEqual({ left: 548, top: 60 })
  })

  it('is below or above a target that is as wide as the window', () => {
    expect(place(0, 0, 1280, 60)).toEqual({ left: 8, top: 72 })
    expect(place(0, 700, 1280, 100)).toEqual({ left: 8, top: 488 })
  })

  it('is in the lower right corner of a target that leaves no room', () => {
    expect(place(0, 0, 1280, 800)).toEqual({ left: 928, top: 588 })
  })

  it('stays in the window', () => {
    expect(place(900, 700, 380, 90)).toEqual({ left: 548, top: 592 })
    expect(placeCard({ left: 0, top: 0, width: 300, height: 300 }, card, { width: 320, height: 240 })).toEqual({
      left: 8,
      top: 32,
    })
  })
})
