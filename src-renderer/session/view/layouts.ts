import { setView, type ViewSettings } from './view-store'

/** Arrangements of the panels, one for each way of looking at an episode. */
export type LayoutName = 'watch' | 'debug' | 'read'
export type PanelSizes = Pick<ViewSettings, 'libraryWidth' | 'sideWidth' | 'mapHeight'>

const SHOWN: Readonly<Record<LayoutName, Partial<ViewSettings>>> = {
  watch: { libraryIsShown: false, sideIsShown: true, inspectorIsShown: false, timelineIsShown: true, sidePanel: 'map' },
  debug: { libraryIsShown: true, sideIsShown: true, inspectorIsShown: true, timelineIsShown: true },
  read: { libraryIsShown: false, sideIsShown: false, timelineIsShown: false },
}

const UNSIZED: PanelSizes = { libraryWidth: null, sideWidth: null, mapHeight: null }

/** Shows its panels as large as they were left in it. */
export function chooseLayout(layout: LayoutName): void {
  setView(({ layout: left, layoutSizes, libraryWidth, sideWidth, mapHeight }) => {
    const sizes = { ...layoutSizes, [left]: { libraryWidth, sideWidth, mapHeight } }
    return { ...SHOWN[layout], ...(sizes[layout] ?? UNSIZED), layout, layoutSizes: sizes }
  })
}
