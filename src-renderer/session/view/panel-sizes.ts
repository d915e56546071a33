import { useSyncExternalStore } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { LayoutName, PanelSizes } from './layouts'
import { useView } from './view-store'

type Sizes = { readonly [Panel in keyof PanelSizes]: number }

/** A window wider and higher than this has more room than the lines of a story fill. */
const AMPLE = { width: 1400, height: 900 }

/** How large the panels are that the reader has not sized: what an ample window has to spare goes to the side. */
export function usualSizes(layout: LayoutName, window: { readonly width: number; readonly height: number }): Sizes {
  const [width, height] = [Math.max(0, window.width - AMPLE.width), Math.max(0, window.height - AMPLE.height)]
  return {
    libraryWidth: 264 + Math.min(120, Math.round(width * 0.1)),
    sideWidth: (layout === 'watch' ? 640 : 460) + Math.round(width * 0.4),
    mapHeight: 440 + Math.round(height * 0.5),
  }
}

/** In pixels: as the reader has sized them, else as the window's size has it. */
export function usePanelSizes(): Sizes {
  const { layout, ...own } = useView(
    useShallow(({ layout, libraryWidth, sideWidth, mapHeight }) => ({ layout, libraryWidth, sideWidth, mapHeight })),
  )
  const width = useSyncExternalStore(watchSize, () => window.innerWidth)
  const height = useSyncExternalStore(watchSize, () => window.innerHeight)
  const usual = usualSizes(layout, { width, height })
  return {
    libraryWidth: own.libraryWidth ?? usual.libraryWidth,
    sideWidth: own.sideWidth ?? usual.sideWidth,
    mapHeight: own.mapHeight ?? usual.mapHeight,
  }
}

function watchSize(notify: () => void): () => void {
  window.addEventListener('resize', notify)
  return () => window.removeEventListener('resize', notify)
}
