import { useSyncExternalStore } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { LayoutName, PanelSizes } from './layouts'
import { useView } from './view-store'

/** What there is to share, in pixels, and between whom. */
export interface Space {
  readonly layout: LayoutName
  readonly width: number
  readonly height: number
  /** Of the text, 1 for the usual one: lines of a larger text fill more. */
  readonly scale: number
  /** The library has a column of its own. */
  readonly hasLibrary: boolean
  /** As the reader has sized them. */
  readonly own: PanelSizes
}

/** How large the panels are, in pixels. The story has what they leave. */
export type SharedSpace = { readonly [Panel in keyof PanelSizes]: number } & {
  /** How wide the side may become before the story is too narrow to be read. */
  readonly widestSide: number
  /** The side is wide enough for map and inspector beside each other. */
  readonly isAbreast: boolean
}

/** What the lines of a story fill, with their margins; narrower than the least it cannot be read. */
const STORY = { full: 740, beside: 440, besideShare: 0.22, least: 320 }
/** Its rows tell episodes apart by more than a word where there is the room. */
const LIBRARY = { least: 264, share: 0.15, growth: 120 }
/** Of what the library leaves, the part that the side has even where the story does not fill the rest. */
const LEAST_SHARE = 0.45
const ABREAST = { side: 800, map: 320, share: 0.45, widest: 640 }
/** In a window higher than this the map grows, above the inspector. */
const AMPLE_HEIGHT = 900

/**
 * Every panel that the reader has not sized gets its share of the window, and one that was sized in another window
 * stays within this one. The story has no more than its lines fill: what is left over goes to the side.
 */
export function shareSpace({ layout, width, height, scale, hasLibrary, own }: Space): SharedSpace {
  const libraryWidth =
    own.libraryWidth ?? LIBRARY.least + Math.round(Math.min(LIBRARY.growth, Math.max(0, width - 1200) * LIBRARY.share))
  const rest = hasLibrary ? width - libraryWidth : width
  const leastSide = Math.round(rest * LEAST_SHARE)
  const widestSide = Math.max(leastSide, rest - STORY.least)
  const story = layout === 'map' ? Math.max(STORY.beside * scale, rest * STORY.besideShare) : STORY.full * scale
  const sideWidth = Math.min(widestSide, own.sideWidth ?? Math.max(leastSide, Math.round(rest - story)))
  const inspectorWidth = own.inspectorWidth ?? Math.min(ABREAST.widest * scale, sideWidth * ABREAST.share)
  return {
    libraryWidth,
    sideWidth,
    mapHeight: own.mapHeight ?? 440 + Math.round(Math.max(0, height - AMPLE_HEIGHT) * 0.5),
    inspectorWidth: Math.round(Math.min(sideWidth - ABREAST.map, inspectorWidth)),
    widestSide,
    isAbreast: sideWidth >= ABREAST.side * scale,
  }
}

/** The same of this window. */
export function useSharedSpace(hasLibrary: boolean): SharedSpace {
  const { layout, textSize, ...own } = useView(
    useShallow(({ layout, textSize, libraryWidth, sideWidth, mapHeight, inspectorWidth }) => ({
      layout,
      textSize,
      libraryWidth,
      sideWidth,
      mapHeight,
      inspectorWidth,
    })),
  )
  const width = useSyncExternalStore(watchSize, () => window.innerWidth)
  const height = useSyncExternalStore(watchSize, () => window.innerHeight)
  return shareSpace({ layout, width, height, scale: textSize / 100, hasLibrary, own })
}

function watchSize(notify: () => void): () => void {
  window.addEventListener('resize', notify)
  return () => window.removeEventListener('resize', notify)
}
