import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type Cell, cellKey, type Planes, type Positions } from '@shared/map/cell'
import { placeLocations } from '@shared/map/layout'
import type { WorldMap } from '@shared/map/world-map'
import { tidyInWorker } from './tidy-in-worker'

/** Maximum number of locations on a flat map. Larger maps are split into levels. */
const LARGEST_FLAT_MAP = 40
/** A fixed seed makes tidying deterministic. */
const SEED = 1

export interface Layout extends Arrangement {
  readonly tidying: 'no' | 'running' | 'done' | 'failed'
  readonly canUndo: boolean
  readonly setPlanes: (planes: Planes) => void
  readonly tidy: () => void
  readonly undo: () => void
  /** Moves and pins a location. Does nothing if the cell is occupied. */
  readonly moveLocation: (id: number, cell: Cell) => void
  readonly unlock: (id: number) => void
}

/**
 * Positions of the locations of a growing map, with the user's changes. Nothing is stored until the log is read
 * (`isRead`), because the size of the map is unknown before. Then a flat map stays flat, and levels stay levels.
 * `only`: the planes of a map that offers no choice.
 */
export function useLayout(episode: string, map: WorldMap, isRead: boolean, only?: Planes): Layout {
  const arranged = useArrangements((all) => all[episode])
  const [chosen, choose] = useState<Planes | null>(null)
  const fitting = only ?? chosen ?? (Object.keys(map.locations).length > LARGEST_FLAT_MAP ? 'levels' : 'flat')
  if (isRead && chosen === null) choose(fitting)
  const initial = useMemo((): Arrangement => ({ positions: {}, planes: fitting, locked: [] }), [fitting])
  const stored = arranged && arranged.now.planes === (only ?? arranged.now.planes) ? arranged.now : initial
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
  const change = useCallback(
    (next: Partial<Arrangement>) => {
      running.current?.abort()
      setTidying('no')
      arrange(episode, { ...now, ...next }, now)
    },
    [episode, now],
  )
  const moveLocation = useCallback(
    (id: number, cell: Cell) => {
      const isTaken = Object.entries(positions).some(
        ([other, taken]) => Number(other) !== id && cellKey(taken) === cellKey(cell),
      )
      if (!isTaken)
        change({ positions: { ...positions, [id]: cell }, locked: [...locked.filter((other) => other !== id), id] })
    },
    [change, positions, locked],
  )

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
    moveLocation,
    unlock: (id) => change({ locked: locked.filter((other) => other !== id) }),
  }
}

/** Positions of an episode's locations. They are a view setting and not in the log. */
interface Arrangement {
  readonly positions: Positions
  readonly planes: Planes
  /** Locations that the user placed. */
  readonly locked: readonly number[]
}

interface Arranged {
  readonly now: Arrangement
  readonly past: readonly Arrangement[]
}

const MAX_UNDO_STEPS = 50

/** Maximum number of stored episodes, because local storage is small. */
const MAX_EPISODES = 40

type Arrangements = Readonly<Record<string, Arranged>>

/** Arrangements by episode, most recent last. They are stored in the browser, so that positions survive a reload. */
export const useArrangements = create<Arrangements>()(
  persist((): Arrangements => ({}), {
    name: 'zorkgpt-map',
    version: 1,
    partialize: (all): Arrangements =>
      Object.fromEntries(Object.entries(all).map(([episode, { now }]) => [episode, { now, past: [] }])),
  }),
)

function update(episode: string, change: (arranged: Arranged) => Arranged, initial: Arrangement): void {
  useArrangements.setState((all) => {
    const { [episode]: arranged = { now: initial, past: [] }, ...others } = all
    return Object.fromEntries([...Object.entries(others).slice(1 - MAX_EPISODES), [episode, change(arranged)]])
  }, true)
}

/** Applies a change by the user, which can be undone. */
function arrange(episode: string, now: Arrangement, before: Arrangement): void {
  update(episode, ({ past }) => ({ now, past: [...past.slice(1 - MAX_UNDO_STEPS), before] }), before)
}

/** Stores positions of new locations; this cannot be undone. */
function settle(episode: string, now: Arrangement): void {
  update(episode, ({ past }) => ({ now, past }), now)
}

function undoArrangement(episode: string): void {
  useArrangements.setState((all) => {
    const before = all[episode]?.past.at(-1)
    return before ? { [episode]: { now: before, past: all[episode]?.past.slice(0, -1) ?? [] } } : {}
  })
}
