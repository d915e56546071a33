import { useEffect, useMemo, useRef, useState } from 'react'
import { type Cell, cellKey, type Planes } from '@shared/map/cell'
import { placeLocations } from '@shared/map/layout'
import type { WorldMap } from '@shared/map/world-map'
import { arrange, type Arrangement, settle, undoArrangement, useArrangements } from './layout-store'
import { tidyInWorker } from './tidy-in-worker'

/** Larger maps are split into levels. */
const LARGEST_FLAT_MAP = 40
/** Fixed, so that tidying is deterministic. */
const SEED = 1

export interface Layout extends Arrangement {
  readonly tidying: 'no' | 'running' | 'done' | 'failed'
  readonly canUndo: boolean
  readonly setPlanes: (planes: Planes) => void
  readonly tidy: () => void
  readonly undo: () => void
  /** Moves and pins a location; does nothing if the cell is taken. */
  readonly moveLocation: (id: number, cell: Cell) => void
  readonly unlock: (id: number) => void
}

/**
 * Positions of the locations of a growing map, with the user's changes. Nothing is stored until the log is read
 * (`isRead`), when the size of the map is known; from then on it keeps its form.
 */
export function useLayout(episode: string, map: WorldMap, isRead: boolean): Layout {
  const arranged = useArrangements((all) => all[episode])
  const [chosen, choose] = useState<Planes | null>(null)
  const fitting = chosen ?? (Object.keys(map.locations).length > LARGEST_FLAT_MAP ? 'levels' : 'flat')
  if (isRead && chosen === null) choose(fitting)
  const initial = useMemo((): Arrangement => ({ positions: {}, planes: fitting, locked: [] }), [fitting])
  const stored = arranged?.now ?? initial
  const now = useMemo(() => {
    const positions = placeLocations(map, stored.positions, stored.planes)
    return positions === stored.positions ? stored : { ...stored, positions }
  }, [map, stored])
  useEffect(() => {
    if (isRead && now !== stored) settle(episode, now)
  }, [episode, now, stored, isRead])

  const [tidying, setTidying] = useState<Layout['tidying']>('no')
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { positions, planes, locked } = now
  const change = (next: Partial<Arrangement>) => {
    running.current?.abort()
    setTidying('no')
    arrange(episode, { ...now, ...next }, now)
  }

  return {
    ...now,
    tidying,
    canUndo: (arranged?.past.length ?? 0) > 0,
    setPlanes: (chosen) => chosen !== planes && change({ positions: {}, planes: chosen, locked: [] }),
    tidy() {
      running.current?.abort()
      const abort = (running.current = new AbortController())
      setTidying('running')
      tidyInWorker({ map, positions, planes, seed: SEED, locked }, abort.signal).then(
        (tidied) => {
          if (abort.signal.aborted) return
          arrange(episode, { positions: tidied, planes, locked }, now)
          setTidying('done')
        },
        () => abort.signal.aborted || setTidying('failed'),
      )
    },
    undo() {
      running.current?.abort()
      setTidying('no')
      undoArrangement(episode)
    },
    moveLocation(id, cell) {
      const isTaken = Object.entries(positions).some(
        ([other, taken]) => Number(other) !== id && cellKey(taken) === cellKey(cell),
      )
      if (!isTaken)
        change({ positions: { ...positions, [id]: cell }, locked: [...locked.filter((other) => other !== id), id] })
    },
    unlock: (id) => change({ locked: locked.filter((other) => other !== id) }),
  }
}
