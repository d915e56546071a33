import { entranceOf, type Memory, type KnownPlace } from '../memory/memory'
import { heldLight } from './worth'

export interface Route {
  readonly distance: number
  /** The first command; null for the present place. */
  readonly first: string | null
}

/** Shortest known routes from here, breadth first, without exits that failed twice or, without a light, dark places. */
export function findRoutes(memory: Memory): ReadonlyMap<number, Route> {
  const routes = new Map<number, Route>()
  if (memory.here === null) return routes
  routes.set(memory.here, { distance: 0, first: null })
  const hasLight = heldLight(memory) !== null
  const queue = [memory.here]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const place = memory.places.get(at)
    const route = routes.get(at)
    if (!place || !route) continue
    for (const [command, to] of waysFrom(place)) {
      if (routes.has(to) || !isPassable(place, command)) continue
      if (!hasLight && memory.places.get(to)?.light === 'dark' && to !== memory.here) continue
      routes.set(to, { distance: route.distance + 1, first: route.first ?? command })
      queue.push(to)
    }
  }
  return routes
}

/** Known ways, and ways back, which are assumed until they are tried. */
function waysFrom({ edges, backs, attempts }: KnownPlace): readonly (readonly [string, number])[] {
  return [...edges, ...[...backs].filter(([way]) => !edges.has(way) && !attempts.has(way))]
}

function isPassable(place: KnownPlace, command: string): boolean {
  const attempt = place.attempts.get(command)
  if (attempt?.outcome === 'died') return false
  if (place.foe !== null && command !== entranceOf(place)) return false
  return (attempt?.fails ?? 0) < 2
}
