import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { Maze } from '@shared/map/maze'
import { findWay, type Way } from '@shared/map/way'
import type { WorldMap } from '@shared/map/world-map'
import type { MapViewStore, ShownWay } from '../drawing/map-view'
import { locationsOf, representative } from '../drawing/short-list'
import { passageKey } from '../drawing/trail'

/** Locations as they are drawn: of a maze the one that stands for all. */
interface Ends {
  readonly from: number | null
  readonly to: number | null
}

export interface AskedWay extends Ends {
  /** Null until both ends are chosen. */
  readonly way: Way | null
}

interface WayControl {
  /** Null while the reader asks for none. */
  readonly asked: AskedWay | null
  readonly ask: (ends?: Partial<Ends>) => void
  readonly turn: () => void
  readonly end: () => void
  /** True if it was taken for an end of the way. */
  readonly pick: (location: number) => boolean
}

/** The way from one location to another that the reader asks for, over what is known at the playhead. */
export function useWay(map: WorldMap, mazes: readonly Maze[], store: MapViewStore): WayControl {
  const [ends, setEnds] = useState<Ends | null>(null)
  const asked = useMemo((): AskedWay | null => {
    if (ends === null) return null
    const { from, to } = ends
    const isChosen = from !== null && to !== null
    return { from, to, way: isChosen ? findWay(map, startsOf(from, map, mazes), locationsOf(to, mazes)) : null }
  }, [ends, map, mazes])
  useLayoutEffect(() => store.setState({ way: asked && shownWay(asked, mazes) }), [store, asked, mazes])

  // The same for as long as nothing was chosen: every node of the drawing holds on to it.
  const pick = useCallback(
    (location: number): boolean => {
      if (ends === null || (ends.from !== null && ends.to !== null)) return false
      const chosen = representative(location, mazes)
      setEnds(ends.from === null ? { ...ends, from: chosen } : { ...ends, to: chosen })
      return true
    },
    [ends, mazes],
  )
  return {
    asked,
    pick,
    ask: ({ from = null, to = null } = {}) =>
      setEnds({ from: from && representative(from, mazes), to: to && representative(to, mazes) }),
    turn: () => setEnds((now) => now && { from: now.to, to: now.from }),
    end: () => setEnds(null),
  }
}

/**
 * What is chosen is an end of the way if one is asked for, and else acted on. A hook of its own, so that what the nodes
 * of the drawing hold on to holds nothing else (`use-open-location.ts`).
 */
export const usePickOr = (pick: WayControl['pick'], act: (location: number) => void) =>
  useCallback(
    (location: number): void => {
      if (!pick(location)) act(location)
    },
    [pick, act],
  )

/** In a maze a way begins where the agent is, if it is in there. */
function startsOf(location: number, { here }: WorldMap, mazes: readonly Maze[]): readonly number[] {
  const all = locationsOf(location, mazes)
  return here !== null && all.includes(here) ? [here] : all
}

function shownWay({ from, to, way }: AskedWay, mazes: readonly Maze[]): ShownWay {
  const steps = (way?.steps ?? []).map((step) => ({
    exit: step.exit,
    from: representative(step.from, mazes),
    to: representative(step.to, mazes),
  }))
  return {
    from,
    to,
    locations: new Set([from, to, ...steps.map((step) => step.to)].filter((id) => id !== null)),
    passages: new Set(steps.map((step) => passageKey(step.from, step.exit, step.to))),
  }
}
