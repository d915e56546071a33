import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { Maze } from '@shared/map/maze'
import { describeRoute, type RouteDescription } from '@shared/map/describe-route'
import type { WorldMap } from '@shared/map/world-map'
import type { MapViewStore, ShownRoute } from '../drawing/map-view'
import { locationsOf, representative } from '../drawing/representatives'
import { passageKey } from '../drawing/trail'

/** Ends of a route as drawn locations (representatives). */
interface Ends {
  readonly from: number | null
  readonly to: number | null
}

export interface RequestedRoute extends Ends {
  /** Null until both ends are selected. */
  readonly way: RouteDescription | null
}

interface RouteControl {
  /** Null while no route is requested. */
  readonly asked: RequestedRoute | null
  readonly ask: (ends?: Partial<Ends>) => void
  readonly turn: () => void
  readonly end: () => void
  /** Selects an end of the route; false if none is missing. */
  readonly pick: (location: number) => boolean
}

/** A route between two locations over exits known at the playhead. */
export function useRoute(map: WorldMap, mazes: readonly Maze[], store: MapViewStore): RouteControl {
  const [ends, setEnds] = useState<Ends | null>(null)
  const asked = useMemo((): RequestedRoute | null => {
    if (ends === null) return null
    const { from, to } = ends
    const isChosen = from !== null && to !== null
    return { from, to, way: isChosen ? describeRoute(map, startsOf(from, map, mazes), locationsOf(to, mazes)) : null }
  }, [ends, map, mazes])
  useLayoutEffect(() => store.setState({ way: asked && shownWay(asked, mazes) }), [store, asked, mazes])

  // Stable until an end is selected, because every node of the drawing retains it.
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

/** Picks an end of the route, else acts. A separate hook for the reason given in `use-open-location.ts`. */
export const usePickOr = (pick: RouteControl['pick'], act: (location: number) => void) =>
  useCallback(
    (location: number): void => {
      if (!pick(location)) act(location)
    },
    [pick, act],
  )

/** In a maze the route starts at the agent, if it is there. */
function startsOf(location: number, { here }: WorldMap, mazes: readonly Maze[]): readonly number[] {
  const all = locationsOf(location, mazes)
  return here !== null && all.includes(here) ? [here] : all
}

function shownWay({ from, to, way }: RequestedRoute, mazes: readonly Maze[]): ShownRoute {
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
