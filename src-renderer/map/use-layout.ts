import { useCallback, useEffect, useRef, useState } from 'react'
import { type Cell, cellKey, type Planes, type Positions } from '@shared/map/cell'
import { placeRooms } from '@shared/map/layout'
import type { WorldMap } from '@shared/map/world-map'
import { tidyInWorker } from './tidy-in-worker'

/** Up to this many rooms the levels of a story fit on one plane. */
const LARGEST_FLAT_MAP = 40
/** The same map always tidies to the same drawing. */
const SEED = 1

interface Arrangement {
  readonly positions: Positions
  readonly planes: Planes
  /** Rooms that the reader put where they are. */
  readonly locked: readonly number[]
}

export interface Layout extends Arrangement {
  readonly tidying: 'no' | 'running' | 'failed'
  readonly canUndo: boolean
  readonly setPlanes: (planes: Planes) => void
  readonly tidy: () => void
  readonly undo: () => void
  /** Puts a room on a cell and keeps it there; does nothing if another room has it. */
  readonly moveRoom: (id: number, cell: Cell) => void
  readonly unlock: (id: number) => void
}

/** Positions of all rooms of a map that grows. They are a view setting: the log knows nothing of them. */
export function useLayout(map: WorldMap): Layout {
  const [arrangement, setArrangement] = useState<Arrangement>(() => ({ positions: {}, planes: Object.keys(map.locations).length > LARGEST_FLAT_MAP ? 'levels' : 'flat', locked: [] }))
  const [history, setHistory] = useState<readonly Arrangement[]>([])
  const [tidying, setTidying] = useState<Layout['tidying']>('no')
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const positions = placeRooms(map, arrangement.positions, arrangement.planes)
  if (positions !== arrangement.positions) setArrangement({ ...arrangement, positions })

  const change = useCallback((next: Arrangement) => {
    setHistory((past) => [...past.slice(-49), arrangement])
    setArrangement(next)
  }, [arrangement])

  const { planes, locked } = arrangement
  return {
    ...arrangement,
    positions,
    tidying,
    canUndo: history.length > 0,
    setPlanes: (chosen) => chosen !== planes && change({ positions: {}, planes: chosen, locked: [] }),
    tidy() {
      running.current?.abort()
      const abort = (running.current = new AbortController())
      setTidying('running')
      tidyInWorker({ map, positions, planes, seed: SEED, locked }, abort.signal).then(
        (tidied) => {
          change({ positions: tidied, planes, locked })
          setTidying('no')
        },
        () => abort.signal.aborted || setTidying('failed'),
      )
    },
    undo() {
      const before = history.at(-1)
      if (!before) return
      running.current?.abort()
      setHistory(history.slice(0, -1))
      setArrangement(before)
      setTidying('no')
    },
    moveRoom(id, cell) {
      const isTaken = Object.entries(positions).some(([other, taken]) => Number(other) !== id && cellKey(taken) === cellKey(cell))
      if (!isTaken) change({ planes, positions: { ...positions, [id]: cell }, locked: [...locked.filter((other) => other !== id), id] })
    },
    unlock: (id) => change({ ...arrangement, locked: locked.filter((other) => other !== id) }),
  }
}
