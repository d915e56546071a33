import { type Dispatch, type SetStateAction, useCallback } from 'react'
import type { Positions } from '@shared/map/cell'
import type { Maze } from '@shared/map/maze'
import type { MapViewStore } from '../drawing/map-view'
import type { ShownLevel } from '../drawing/MapToolbar'
import { representative } from '../drawing/representatives'

interface OpenLocation {
  readonly positions: Positions
  readonly mazes: readonly Maze[]
  readonly shownLevel: number
  readonly store: MapViewStore
  readonly setSelected: Dispatch<SetStateAction<number | null>>
  readonly setLevel: Dispatch<SetStateAction<ShownLevel>>
}

interface LocationOpening {
  readonly open: (location: number) => void
  /** Opens the card, or closes it if it is open. */
  readonly toggle: (location: number) => void
}

/**
 * A separate hook, so that these callbacks, which the nodes of the drawing retain, do not close over the episode state
 * of an old render.
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
