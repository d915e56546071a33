import { setView, type ViewSettings } from './view-store'

/** Arrangements of the panels. */
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

/** Closes what would cover the panels. */
const UNCOVERED = { libraryIsTable: false, mapIsMaximised: false }
const UNSIZED: PanelSizes = { libraryWidth: null, sideWidth: null, mapHeight: null, inspectorWidth: null }

/** Shows the panels of a layout in the sizes they last had in it. */
export function applyLayout(layout: LayoutName): void {
  setView(({ layout: previous, layoutSizes, libraryWidth, sideWidth, mapHeight, inspectorWidth }) => {
    const sizes = { ...layoutSizes, [previous]: { libraryWidth, sideWidth, mapHeight, inspectorWidth } }
    return { ...SHOWN[layout], ...UNCOVERED, ...UNSIZED, ...sizes[layout], layout, layoutSizes: sizes }
  })
}
