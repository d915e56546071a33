import type { Location, WorldMap } from './world-map'

/** The location most exits away from the start. Of several, the one found last; null on an empty map. */
export function furthestLocation({ locations }: WorldMap): Location | null {
  const all = Object.values(locations)
  let ring = all.filter(({ reachedBy }) => reachedBy === null)
  let outermost = ring
  const seen = new Set(ring.map(({ id }) => id))
  while (ring.length > 0) {
    outermost = ring
    const next: Location[] = []
    for (const { exits } of ring) {
      for (const { to } of Object.values(exits)) {
        const location = to === null || seen.has(to) ? undefined : locations[to]
        if (location === undefined) continue
        seen.add(location.id)
        next.push(location)
      }
    }
    ring = next
  }
  return outermost.toSorted((a, b) => b.firstTurn - a.firstTurn)[0] ?? null
}
