import { type Dispatch, type SetStateAction, useCallback } from 'react'
import type { Positions } from '@shared/map/cell'
import type { Maze } from '@shared/map/maze'
import type { MapViewStore } from '../drawing/map-view'
import type { ShownLevel } from '../drawing/MapToolbar'
import { representative } from '../drawing/short-list'

interface OpenLocation {
  readonly positions: Positions
  readonly mazes: readonly Maze[]
  readonly shownLevel: number
  readonly store: MapViewStore
  readonly setSelected: Dispatch<SetStateAction<number | null>>
  readonly setLevel: Dispatch<SetStateAction<ShownLevel>>
}

interface LocationOpening {
  /** For the ways that lead to a location. */
  readonly open: (location: number) => void
  /** For the location itself: pressed again, its card closes. */
  readonly toggle: (location: number) => void
}

/**
 * Opens the card of a location, or closes it. Functions of their own: every node of the drawing keeps them for as long
 * as the locations stay where they are, and inside the component they would keep with them all that is in reach there,
 * which is the state of an episode as it was then.
 */
export function useOpenLocation({
  positions,
  mazes,
  shownLevel,
  store,
  setSelected,
  setLevel,
}: OpenLocation): LocationOpening {
  const show = useCallback(
    (target: number, mayClose: boolean) => {
      const location = representative(target, mazes)
      const locationLevel = positions[location]?.level ?? shownLevel
      setSelected((current) => (mayClose && current === location ? null : location))
      if (locationLevel !== shownLevel) setLevel(locationLevel)
      store.setState({ lit: null })
    },
    [positions, mazes, shownLevel, store, setSelected, setLevel],
  )
  const open = useCallback((location: number) => show(location, false), [show])
  const toggle = useCallback((location: number) => show(location, true), [show])
  return { open, toggle }
}
