import { useSyncExternalStore } from 'react'

/** Matches a window without room for the map above the inspector. */
export const NARROW_WINDOW = '(max-width: 1199px), (max-height: 699px)'
/** Matches a window without room for a library column either. */
export const SMALL_WINDOW = '(max-width: 1099px)'

/** Matches a window without room for a column beside the story, but with room for one below it. */
export const PHONE_WINDOW = '(max-width: 639px) and (min-height: 640px)'

/** Matches a window with room for a few lines only. */
export const LOW_WINDOW = '(max-height: 479px)'

/** Scale of all texts; 1 by default. */
export const textScale = (): number => Number.parseFloat(document.documentElement.style.fontSize || '100') / 100

/** Converts a length, in pixels at a text size of 100 %, to rem, so that it follows the text size. */
export const inRem = (pixels: number): string => `${pixels / 16}rem`

export const useTextScale = (): number => useSyncExternalStore(watchWindow, textScale)

/** Whether the window matches a media query in pixels at a text size of 100 %: larger texts need a larger window. */
export const windowIs = (query: string): boolean =>
  matchMedia(query.replaceAll(/\d+px/g, (pixels) => `${Number.parseInt(pixels, 10) * textScale()}px`)).matches

/** `windowIs`, updated after each change of the window or of the text size (see theme.ts). */
export const useWindowIs = (query: string): boolean => useSyncExternalStore(watchWindow, () => windowIs(query))

function watchWindow(notify: () => void): () => void {
  window.addEventListener('resize', notify)
  return () => window.removeEventListener('resize', notify)
}

export function useWindowSize(): { readonly width: number; readonly height: number } {
  const width = useSyncExternalStore(watchWindow, () => window.innerWidth)
  const height = useSyncExternalStore(watchWindow, () => window.innerHeight)
  return { width, height }
}
