import { isDirection, oppositeOf } from './direction'
import type { Location, WorldMap } from './world-map'

/**
 * Connected locations of the same name with crooked passages. They are drawn as one node, because no drawing of them
 * would be correct.
 */
export interface Maze {
  /** The first found location, which represents all of them. */
  readonly id: number
  readonly name: string
  /** In the order in which they were found. */
  readonly locations: readonly number[]
}

const FEWEST_LOCATIONS = 3

/**
 * Mazes are at least three connected locations of the same name, between which more ways back are crooked than
 * straight.
 */
export function findMazes(map: WorldMap): readonly Maze[] {
  const byName = new Map<string, Location[]>()
  for (const location of Object.values(map.locations))
    byName.set(location.name, [...(byName.get(location.name) ?? []), location])
  return [...byName.values()]
    .flatMap((namesakes) => (namesakes.length < FEWEST_LOCATIONS ? [] : connectedGroups(namesakes)))
    .filter((group) => group.length >= FEWEST_LOCATIONS && isCrooked(group))
    .map((group) => {
      const locations = group.toSorted((a, b) => a.firstTurn - b.firstTurn)
      const [first] = locations as [Location]
      return { id: first.id, name: first.name, locations: locations.map(({ id }) => id) }
    })
}

/**
 * Merges every maze into its first location. If several exits with the same name lead out of it, the first one found is
 * kept.
 */
export function foldMazes(map: WorldMap, mazes: readonly Maze[]): WorldMap {
  if (mazes.length === 0) return map
  const standIn = new Map(mazes.flatMap(({ id, locations }) => locations.map((location) => [location, id] as const)))
  const fold = (id: number) => standIn.get(id) ?? id
  const foldExits = ({ id, exits }: Location) =>
    Object.fromEntries(
      Object.entries(exits).flatMap(([exit, passage]) => {
        const to = passage.to === null ? null : fold(passage.to)
        const isInside = standIn.has(id) && to === fold(id)
        return isInside ? [] : [[exit, { ...passage, to }]]
      }),
    )
  const locations: Record<number, Location> = {}
  for (const location of Object.values(map.locations).toSorted((a, b) => a.firstTurn - b.firstTurn)) {
    const id = fold(location.id)
    const folded = {
      ...location,
      id,
      reachedBy: location.reachedBy && { ...location.reachedBy, from: fold(location.reachedBy.from) },
      exits: foldExits(location),
    }
    const known = locations[id]
    locations[id] = known ? merge(known, folded) : folded
  }
  return { locations, here: map.here === null ? null : fold(map.here) }
}

function connectedGroups(locations: readonly Location[]): readonly (readonly Location[])[] {
  const neighbors = new Map(locations.map(({ id }) => [id, new Set<number>()]))
  for (const { id, exits } of locations) {
    for (const { to } of Object.values(exits)) {
      if (to === null || !neighbors.has(to)) continue
      neighbors.get(id)?.add(to)
      neighbors.get(to)?.add(id)
    }
  }
  const grouped = new Set<number>()
  return locations.flatMap(({ id }) => {
    if (grouped.has(id)) return []
    const group = new Set([id])
    for (const member of group) for (const neighbor of neighbors.get(member) ?? []) group.add(neighbor)
    for (const member of group) grouped.add(member)
    return [locations.filter((location) => group.has(location.id))]
  })
}

function isCrooked(group: readonly Location[]): boolean {
  const byId = new Map(group.map((location) => [location.id, location]))
  let [straight, crooked] = [0, 0]
  for (const { id, exits } of group) {
    for (const [exit, { to }] of Object.entries(exits)) {
      const target = to === null ? undefined : byId.get(to)
      if (!target || !isDirection(exit)) continue
      const back = target.exits[oppositeOf(exit)]
      if (back?.to === id && target.id !== id) straight++
      else if (back) crooked++
    }
  }
  return crooked > straight
}

function merge(first: Location, other: Location): Location {
  return {
    ...first,
    lastTurn: Math.max(first.lastTurn, other.lastTurn),
    visits: first.visits + other.visits,
    exits: { ...other.exits, ...first.exits },
  }
}
