import { type Dispatch, type SetStateAction, useCallback } from 'react'
import type { Positions } from '@shared/map/cell'
import type { Maze } from '@shared/map/maze'
import type { MapViewStore } from './map-view'
import type { ShownLevel } from './MapToolbar'
import { representative } from './representative'

interface OpenRoom {
  readonly positions: Positions
  readonly mazes: readonly Maze[]
  readonly shownLevel: number
  readonly store: MapViewStore
  readonly setSelected: Dispatch<SetStateAction<number | null>>
  readonly setLevel: Dispatch<SetStateAction<ShownLevel>>
}

/**
 * Opens the card of a room, or closes it. A function of its own: every node of the drawing keeps it for as long as the rooms stay where they are, and
 * inside the component it would keep with it all that is in reach there, which is the state of an episode as it was then.
 */
export function useOpenRoom({ positions, mazes, shownLevel, store, setSelected, setLevel }: OpenRoom): (room: number) => void {
  return useCallback((target) => {
    const room = representative(target, mazes)
    const roomLevel = positions[room]?.level ?? shownLevel
    setSelected((current) => (current === room ? null : room))
    if (roomLevel !== shownLevel) setLevel(roomLevel)
    store.setState({ lit: null })
  }, [positions, mazes, shownLevel, store, setSelected, setLevel])
}
