import type { WorldMap } from './world-map'

interface KnownExits {
  readonly locations: Readonly<
    Record<number, { readonly exits: Readonly<Record<string, { readonly to: number | null }>> }>
  >
}

export interface Route {
  readonly steps: readonly { readonly exit: string; readonly to: number }[]
}

/** The shortest known route; null if there is none. Of equally short ones, the one whose exits were found first. */
export const findRoute = (map: KnownExits, from: number, to: number): Route | null =>
  findShortestRoute(map, [from], [to])?.route ?? null

/**
 * The shortest route from any of some locations to any of others, in one search: a maze may have thousands of
 * locations.
 */
export function findShortestRoute(
  map: KnownExits,
  from: readonly number[],
  to: readonly number[],
): { readonly start: number; readonly route: Route } | null {
  const ends = new Set(to)
  const reached: Reached = new Map(from.map((id) => [id, null]))
  // A Map is iterated in the order of insertion, including entries added during the iteration, so this searches breadth
  // first.
  for (const id of reached.keys()) {
    if (ends.has(id)) return routeTo(reached, id)
    for (const [exit, { to: next }] of Object.entries(map.locations[id]?.exits ?? {}))
      if (next !== null && !reached.has(next)) reached.set(next, { from: id, exit })
  }
  return null
}

/** The way each location was reached; null for a start of the search. */
type Reached = Map<number, { readonly from: number; readonly exit: string } | null>

function routeTo(reached: Reached, end: number): { readonly start: number; readonly route: Route } {
  const steps: { exit: string; to: number }[] = []
  let start = end
  for (let step = reached.get(start); step; step = reached.get(start)) {
    steps.push({ exit: step.exit, to: start })
    start = step.from
  }
  return { start, route: { steps: steps.toReversed() } }
}

/** One move of a route, and facts about its passage. */
export interface RouteStep {
  readonly from: number
  readonly exit: string
  readonly to: number
  /** True if the way back was never used, so that it may not exist. */
  readonly isOneWay: boolean
  readonly refused: number
}

export interface RouteDescription {
  /** The route over known exits; null if there is none, empty at the destination. */
  readonly steps: readonly RouteStep[] | null
  /** True if a route back is known. */
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

/** The route as one command: stories accept several commands separated by periods. */
export const commandsOf = (steps: readonly RouteStep[]): string => steps.map(({ exit }) => exit).join('. ')
