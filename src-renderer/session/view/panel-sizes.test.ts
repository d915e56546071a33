import { describe, expect, it } from 'vitest'
import { layOutPanels, type WindowSpace } from './layouts'

const NONE = { libraryWidth: null, sideWidth: null, mapHeight: null, inspectorWidth: null }
const share = (space: Partial<WindowSpace> = {}) =>
  layOutPanels({ layout: 'debug', width: 1440, height: 900, scale: 1, hasLibrary: true, own: NONE, ...space })
const storyOf = (space: Partial<WindowSpace>) => {
  const { libraryWidth, sideWidth } = share(space)
  return (space.width ?? 1440) - sideWidth - (space.hasLibrary === false ? 0 : libraryWidth)
}

const WIDTHS = [1024, 1280, 1440, 1680, 1920, 2560]

describe('the panels of a window', () => {
  it('leave the story a readable width, and no more than its lines fill', () => {
    for (const width of WIDTHS) {
      const hasLibrary = width > 1099
      expect(storyOf({ width, hasLibrary }), `debug ${width}`).toBeGreaterThanOrEqual(540)
      expect(storyOf({ width, hasLibrary }), `debug ${width}`).toBeLessThanOrEqual(760)
      expect(storyOf({ layout: 'map', width, hasLibrary: false }), `map ${width}`).toBe(
        Math.max(440, Math.round(width * 0.22)),
      )
    }
  })

  it('leave the list of episodes room for the names of models', () => {
    expect(WIDTHS.map((width) => share({ width }).libraryWidth)).toEqual([264, 288, 336, 376, 376, 376])
  })

  it('put map and inspector side by side once both have room', () => {
    expect(WIDTHS.filter((width) => share({ width }).isSideBySide)).toEqual([1920, 2560])
    for (const width of [1920, 2560]) {
      const { sideWidth, inspectorWidth } = share({ width })
      expect(inspectorWidth).toBeGreaterThanOrEqual(360)
      expect(sideWidth - inspectorWidth).toBeGreaterThanOrEqual(440)
    }
  })

  it('are narrower beside a story in larger text', () => {
    const [usual, large] = [share({ width: 1920 }), share({ width: 1920, scale: 1.25 })]
    expect(usual.sideWidth - large.sideWidth).toBeGreaterThanOrEqual(100)
    expect(large.isSideBySide).toBe(false)
  })

  it('are those of a smaller window, enlarged, in larger text', () => {
    const usual = share({ width: 1000, height: 1000 })
    const large = share({ width: 2000, height: 2000, scale: 2 })
    for (const panel of ['libraryWidth', 'sideWidth', 'mapHeight', 'inspectorWidth'] as const)
      expect(Math.abs(large[panel] - 2 * usual[panel]), panel).toBeLessThanOrEqual(2)
    expect(large.isSideBySide).toBe(usual.isSideBySide)
  })

  it('have the sizes the user set, limited by the window', () => {
    const own = { ...NONE, sideWidth: 1500, inspectorWidth: 500, mapHeight: 300 }
    expect(share({ width: 2560, own })).toMatchObject({ sideWidth: 1500, inspectorWidth: 500, mapHeight: 300 })
    expect(storyOf({ width: 1440, own })).toBe(320)
    expect(share({ width: 1100, own }).inspectorWidth).toBeLessThanOrEqual(share({ width: 1100, own }).sideWidth - 320)
  })

  it('grow with a tall window', () => {
    expect(share({ height: 1440 }).mapHeight).toBe(share({ height: 900 }).mapHeight + 270)
  })

  it('leave the inspector about as much height as the map', () => {
    // Top bar, timeline and status bar.
    const others = 56 + 106 + 30
    for (const height of [720, 900, 1050]) {
      const { mapHeight } = share({ height })
      expect(height - others - mapHeight, `${height}`).toBeGreaterThanOrEqual(mapHeight - 20)
    }
  })

  it('fit in half a window', () => {
    const { sideWidth } = share({ layout: 'map', width: 512, hasLibrary: false })
    expect([sideWidth, 512 - sideWidth]).toEqual([230, 282])
  })
})
