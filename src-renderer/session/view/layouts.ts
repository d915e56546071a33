import { setView, type ViewSettings } from './view-store'

/** Arrangements of the panels, one for each way of looking at an episode. */
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

/** What lies over the panels would hide that they are arranged. */
const UNCOVERED = { libraryIsTable: false, mapIsMaximised: false }
const UNSIZED: PanelSizes = { libraryWidth: null, sideWidth: null, mapHeight: null, inspectorWidth: null }

/** Shows its panels as large as they were left in it. */
export function chooseLayout(layout: LayoutName): void {
  setView(({ layout: left, layoutSizes, libraryWidth, sideWidth, mapHeight, inspectorWidth }) => {
    const sizes = { ...layoutSizes, [left]: { libraryWidth, sideWidth, mapHeight, inspectorWidth } }
    return { ...SHOWN[layout], ...UNCOVERED, ...UNSIZED, ...sizes[layout], layout, layoutSizes: sizes }
  })
}
