import { useSyncExternalStore } from 'react'

/** The window has no room for map and inspector above each other. */
export const NARROW_WINDOW = '(max-width: 1199px), (max-height: 699px)'
/** The window has no room for a library column either. */
export const SMALL_WINDOW = '(max-width: 1099px)'

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
  )
}
