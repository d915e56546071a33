interface KnownExits {
  readonly locations: Readonly<
    Record<number, { readonly exits: Readonly<Record<string, { readonly to: number | null }>> }>
  >
}

export interface Route {
  readonly steps: readonly { readonly exit: string; readonly to: number }[]
}

/** The shortest known route, or null. Of equal routes the one whose exits were found first. */
export const findRoute = (map: KnownExits, from: number, to: number): Route | null =>
  findShortestRoute(map, [from], [to])?.route ?? null

/** The same from any of some locations to any of others, in one search: a maze may have thousands of them. */
export function findShortestRoute(
  map: KnownExits,
  from: readonly number[],
  to: readonly number[],
): { readonly start: number; readonly route: Route } | null {
  const ends = new Set(to)
  const reached: Reached = new Map(from.map((id) => [id, null]))
  // A Map iterates in order of insertion, including entries added during the loop: breadth first.
  for (const id of reached.keys()) {
    if (ends.has(id)) return routeTo(reached, id)
    for (const [exit, { to: next }] of Object.entries(map.locations[id]?.exits ?? {}))
      if (next !== null && !reached.has(next)) reached.set(next, { from: id, exit })
  }
  return null
}

/** How each location was reached; null for a start of the search. */
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
