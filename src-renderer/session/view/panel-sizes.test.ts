import { describe, expect, it } from 'vitest'
import { usualSizes } from './panel-sizes'

describe('panels that the reader has not sized', () => {
  it('grow with a window of 1600 pixels and more, and are the same below 1400', () => {
    const sizes = [960, 1280, 1600, 1920, 2560].map((width) => usualSizes('debug', { width, height: 900 }))
    expect(sizes.map(({ sideWidth }) => sideWidth)).toEqual([460, 460, 540, 668, 924])
    expect(sizes.map(({ libraryWidth }) => libraryWidth)).toEqual([264, 264, 284, 316, 380])
  })

  it('leave the story the lines that it fills', () => {
    for (const width of [1280, 1600, 2560]) {
      const { libraryWidth, sideWidth } = usualSizes('debug', { width, height: 1000 })
      expect(width - libraryWidth - sideWidth).toBeGreaterThan(550)
    }
  })

  it('give the map more room where it has the column to itself, and in a high window', () => {
    const [window, high] = [
      { width: 1280, height: 800 },
      { width: 1280, height: 1440 },
    ]
    expect(usualSizes('watch', window).sideWidth).toBeGreaterThan(usualSizes('debug', window).sideWidth)
    expect(usualSizes('debug', high).mapHeight).toBe(usualSizes('debug', window).mapHeight + 270)
  })
})
