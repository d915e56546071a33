import { findShortestRoute } from './route'
import type { WorldMap } from './world-map'

/** One move of a route, and what is known about the passage. */
export interface RouteStep {
  readonly from: number
  readonly exit: string
  readonly to: number
  /** The way back was not used yet: whether it exists is unknown. */
  readonly isOneWay: boolean
  readonly refused: number
}

export interface RouteDescription {
  /** By known exits only; null if none is known. Empty at the destination. */
  readonly steps: readonly RouteStep[] | null
  /** True if a route from the end to the start is known. */
  readonly isKnownBack: boolean
}

/** The shortest route from any of some locations to any of others, over known exits. */
export function describeRoute(map: WorldMap, from: readonly number[], to: readonly number[]): RouteDescription {
  return { steps: shortestRoute(map, from, to), isKnownBack: shortestRoute(map, to, from) !== null }
}

function shortestRoute(map: WorldMap, from: readonly number[], to: readonly number[]): readonly RouteStep[] | null {
  const isKnown = (id: number) => map.locations[id] !== undefined
  const found = findShortestRoute(map, from.filter(isKnown), to.filter(isKnown))
  if (found === null) return null
  const steps: RouteStep[] = []
  for (const { exit, to: next } of found.route.steps) {
    const at = steps.at(-1)?.to ?? found.start
    steps.push({
      from: at,
      exit,
      to: next,
      isOneWay: Object.values(map.locations[next]?.exits ?? {}).every((back) => back.to !== at),
      refused: map.locations[at]?.exits[exit]?.refused ?? 0,
    })
  }
  return steps
}

/** One command line: stories accept several commands separated by full stops. */
export const commandsOf = (steps: readonly RouteStep[]): string => steps.map(({ exit }) => exit).join('. ')
