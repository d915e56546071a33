import { useEffect, useMemo, useRef, useState } from 'react'
import { type Cell, cellKey, type Planes } from '@shared/map/cell'
import { placeLocations } from '@shared/map/layout'
import type { WorldMap } from '@shared/map/world-map'
import { arrange, type Arrangement, settle, undoArrangement, useArrangements } from './layout-store'
import { tidyInWorker } from './tidy-in-worker'

/** Up to this many locations the levels of a story fit on one plane. */
const LARGEST_FLAT_MAP = 40
/** The same map always tidies to the same drawing. */
const SEED = 1

export interface Layout extends Arrangement {
  readonly tidying: 'no' | 'running' | 'done' | 'failed'
  readonly canUndo: boolean
  readonly setPlanes: (planes: Planes) => void
  readonly tidy: () => void
  readonly undo: () => void
  /** Puts a location on a cell and keeps it there; does nothing if another location has it. */
  readonly moveLocation: (id: number, cell: Cell) => void
  readonly unlock: (id: number) => void
}

/**
 * Where the locations of a growing map stand, and what the reader can do about it. While the log is still read
 * (`isRead` is false) nothing is kept, for only then is it known how large the map is; from there on it grows before
 * the reader's eyes, and keeps its form.
 */
export function useLayout(episode: string, map: WorldMap, isRead: boolean): Layout {
  const arranged = useArrangements((all) => all[episode])
  const [chosen, choose] = useState<Planes | null>(null)
  const fitting = chosen ?? (Object.keys(map.locations).length > LARGEST_FLAT_MAP ? 'levels' : 'flat')
  if (isRead && chosen === null) choose(fitting)
  const initial = useMemo((): Arrangement => ({ positions: {}, planes: fitting, locked: [] }), [fitting])
  const kept = arranged?.now ?? initial
  const now = useMemo(() => {
    const positions = placeLocations(map, kept.positions, kept.planes)
    return positions === kept.positions ? kept : { ...kept, positions }
  }, [map, kept])
  useEffect(() => {
    if (isRead && now !== kept) settle(episode, now)
  }, [episode, now, kept, isRead])

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
