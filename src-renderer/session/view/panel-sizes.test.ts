import { describe, expect, it } from 'vitest'
import { shareSpace, type Space } from './panel-sizes'

const NONE = { libraryWidth: null, sideWidth: null, mapHeight: null, inspectorWidth: null }
const share = (space: Partial<Space> = {}) =>
  shareSpace({ layout: 'debug', width: 1440, height: 900, scale: 1, hasLibrary: true, own: NONE, ...space })
const storyOf = (space: Partial<Space>) => {
  const { libraryWidth, sideWidth } = share(space)
  return (space.width ?? 1440) - sideWidth - (space.hasLibrary === false ? 0 : libraryWidth)
}

const WIDTHS = [1024, 1280, 1440, 1680, 1920, 2560]

describe('the panels of a window', () => {
  it('leave the story lines that can be read, and no more than they fill', () => {
    for (const width of WIDTHS) {
      const hasLibrary = width > 1099
      expect(storyOf({ width, hasLibrary }), `debug ${width}`).toBeGreaterThanOrEqual(540)
      expect(storyOf({ width, hasLibrary }), `debug ${width}`).toBeLessThanOrEqual(760)
      expect(storyOf({ layout: 'map', width, hasLibrary: false }), `map ${width}`).toBe(
        Math.max(440, Math.round(width * 0.22)),
      )
    }
  })

  it('have map and inspector beside each other as soon as both have the room', () => {
    expect(WIDTHS.filter((width) => share({ width }).isAbreast)).toEqual([1920, 2560])
    for (const width of [1920, 2560]) {
      const { sideWidth, inspectorWidth } = share({ width })
      expect(inspectorWidth).toBeGreaterThanOrEqual(360)
      expect(sideWidth - inspectorWidth).toBeGreaterThanOrEqual(440)
    }
  })

  it('have less beside a story of larger letters', () => {
    const [usual, large] = [share({ width: 1920 }), share({ width: 1920, scale: 1.25 })]
    expect(usual.sideWidth - large.sideWidth).toBeGreaterThanOrEqual(100)
    expect(large.isAbreast).toBe(false)
  })

  it('are as the reader has sized them, as far as this window holds them', () => {
    const own = { ...NONE, sideWidth: 1500, inspectorWidth: 500, mapHeight: 300 }
    expect(share({ width: 2560, own })).toMatchObject({ sideWidth: 1500, inspectorWidth: 500, mapHeight: 300 })
    expect(storyOf({ width: 1440, own })).toBe(320)
    expect(share({ width: 1100, own }).inspectorWidth).toBeLessThanOrEqual(share({ width: 1100, own }).sideWidth - 320)
  })

  it('grow with a high window', () => {
    expect(share({ height: 1440 }).mapHeight).toBe(share({ height: 800 }).mapHeight + 270)
  })

  it('are shared in half a window as well', () => {
    const { sideWidth } = share({ layout: 'map', width: 512, hasLibrary: false })
    expect([sideWidth, 512 - sideWidth]).toEqual([230, 282])
  })
})
