/** What a way is found in: where each exit of a location leads, as far as that is known. */
interface KnownWays {
  readonly locations: Readonly<
    Record<number, { readonly exits: Readonly<Record<string, { readonly to: number | null }>> }>
  >
}

/** A way through exits that were walked before. */
export interface Route {
  readonly steps: readonly { readonly exit: string; readonly to: number }[]
}

/**
 * The shortest known way between two locations, or null if none is known. Equal ways: the one whose exits were found
 * first.
 */
export const findRoute = (map: KnownWays, from: number, to: number): Route | null =>
  findShortestRoute(map, [from], [to])?.route ?? null

/** The same from any of some locations to any of others, in one search: a maze may have thousands of them. */
export function findShortestRoute(
  map: KnownWays,
  from: readonly number[],
  to: readonly number[],
): { readonly start: number; readonly route: Route } | null {
  const ends = new Set(to)
  const reached: Reached = new Map(from.map((id) => [id, null]))
  // A Map is walked in order of insertion, also what is inserted on the way: breadth first.
  for (const id of reached.keys()) {
    if (ends.has(id)) return routeTo(reached, id)
    for (const [exit, { to: next }] of Object.entries(map.locations[id]?.exits ?? {}))
      if (next !== null && !reached.has(next)) reached.set(next, { from: id, exit })
  }
  return null
}

/** How each location was come to; null for where a search begins. */
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
