import { useSyncExternalStore } from 'react'

/** No room for map and inspector above each other. */
export const NARROW_WINDOW = '(max-width: 1199px)'
/** No room for a column of the library either: a window that is zoomed to twice its size. */
export const SMALL_WINDOW = '(max-width: 899px)'

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
