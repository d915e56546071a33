import { useShallow } from 'zustand/react/shallow'
import { useTextScale, useWindowSize } from '../../kit/browser/window-size'
import { setView, type ViewSettings, useView } from './view-store'

export const LAYOUTS = ['watch', 'map', 'debug', 'read'] as const
export type LayoutName = (typeof LAYOUTS)[number]
export type PanelSizes = Pick<ViewSettings, 'libraryWidth' | 'sideWidth' | 'mapHeight' | 'inspectorWidth'>

const MAP_BESIDE: Partial<ViewSettings> = {
  libraryIsShown: false,
  sideIsShown: true,
  inspectorIsShown: false,
  timelineIsShown: true,
  sidePanel: 'map',
}

const SHOWN: Readonly<Record<LayoutName, Partial<ViewSettings>>> = {
  watch: MAP_BESIDE,
  map: { ...MAP_BESIDE, mapTab: 'map' },
  debug: { libraryIsShown: true, sideIsShown: true, inspectorIsShown: true, timelineIsShown: true },
  read: { libraryIsShown: false, sideIsShown: false, timelineIsShown: false },
}

/** Closes the views that would cover the panels. */
const UNCOVERED = { libraryIsTable: false, maximised: null }
const UNSIZED: PanelSizes = { libraryWidth: null, sideWidth: null, mapHeight: null, inspectorWidth: null }

/** Shows the panels of a layout in the sizes they last had in this layout. */
export function applyLayout(layout: LayoutName): void {
  setView(({ layout: previous, layoutSizes, libraryWidth, sideWidth, mapHeight, inspectorWidth }) => {
    const sizes = { ...layoutSizes, [previous]: { libraryWidth, sideWidth, mapHeight, inspectorWidth } }
    return { ...SHOWN[layout], ...UNCOVERED, ...UNSIZED, ...sizes[layout], layout, layoutSizes: sizes }
  })
}

export interface WindowSpace {
  readonly layout: LayoutName
  readonly width: number
  readonly height: number
  /** Text scale, 1 by default. */
  readonly scale: number
  /** The list of episodes has a separate column. */
  readonly hasLibrary: boolean
  readonly own: PanelSizes
}

/** Panel sizes in pixels. The story fills the rest. */
export type PanelLayout = { readonly [Panel in keyof PanelSizes]: number } & {
  /** Maximum width of the side column that leaves the story readable. */
  readonly widestSide: number
  /** The side column is wide enough for map and inspector side by side. */
  readonly isSideBySide: boolean
}

/** Widths of the story: with full lines and margins, beside a large map, and the minimum readable width. */
const STORY = { full: 740, beside: 440, besideShare: 0.22, least: 320 }
const LIBRARY = { least: 264, share: 0.3, growth: 112 }
/** Minimum share of the side column in the width that the list of episodes leaves. */
const LEAST_SHARE = 0.45
const SIDE_BY_SIDE = { side: 800, map: 320, share: 0.45, widest: 640 }
/** If map and inspector are stacked, they have about the same height between top bar and timeline. */
const MAP_ABOVE = { share: 0.5, less: 90 }

/**
 * Panels without a set size get a share of the window. The story is at most as wide as its lines. With larger text, the
 * result is that of a smaller window, enlarged.
 */
export function layOutPanels({ layout, width, height, scale, hasLibrary, own }: WindowSpace): PanelLayout {
  const libraryWidth =
    own.libraryWidth ??
    scale * LIBRARY.least +
      Math.round(Math.min(scale * LIBRARY.growth, Math.max(0, width - scale * 1200) * LIBRARY.share))
  const rest = hasLibrary ? width - libraryWidth : width
  const leastSide = Math.round(rest * LEAST_SHARE)
  const widestSide = Math.max(leastSide, rest - STORY.least * scale)
  const story = layout === 'map' ? Math.max(STORY.beside * scale, rest * STORY.besideShare) : STORY.full * scale
  const sideWidth = Math.min(widestSide, own.sideWidth ?? Math.max(leastSide, Math.round(rest - story)))
  const inspectorWidth = own.inspectorWidth ?? Math.min(SIDE_BY_SIDE.widest * scale, sideWidth * SIDE_BY_SIDE.share)
  return {
    libraryWidth,
    sideWidth,
    mapHeight: own.mapHeight ?? Math.round(height * MAP_ABOVE.share - MAP_ABOVE.less * scale),
    inspectorWidth: Math.round(Math.min(sideWidth - SIDE_BY_SIDE.map * scale, inspectorWidth)),
    widestSide,
    isSideBySide: sideWidth >= SIDE_BY_SIDE.side * scale,
  }
}

export function usePanelLayout(hasLibrary: boolean): PanelLayout {
  const { layout, ...own } = useView(
    useShallow(({ layout, libraryWidth, sideWidth, mapHeight, inspectorWidth }) => ({
      layout,
      libraryWidth,
      sideWidth,
      mapHeight,
      inspectorWidth,
    })),
  )
  return layOutPanels({ layout, ...useWindowSize(), scale: useTextScale(), hasLibrary, own })
}
