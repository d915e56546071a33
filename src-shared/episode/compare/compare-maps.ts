import type { Exit, Location, WorldMap } from '../../map/world-map'
import type { Pair } from './pair'

/** Numbers of the rooms that both or only one found, in ascending order. */
export interface RoomsCompared extends Pair<readonly number[]> {
  readonly both: readonly number[]
}

/** Compares maps of the same story: in another story, the same numbers mean other rooms. */
export function compareMaps({ a, b }: Pair<WorldMap>): RoomsCompared {
  const [ofA, ofB] = [a, b].map(({ locations }) => Object.keys(locations).map(Number)) as [number[], number[]]
  return {
    both: ofA.filter((id) => b.locations[id]),
    a: ofA.filter((id) => !b.locations[id]),
    b: ofB.filter((id) => !a.locations[id]),
  }
}

/**
 * One map of all rooms that at least one of the two players found. The result does not depend on the order of a and b,
 * and has no current location.
 */
export function mergeMaps({ a, b }: Pair<WorldMap>): WorldMap {
  const locations: Record<number, Location> = { ...a.locations }
  for (const location of Object.values(b.locations)) {
    const known = locations[location.id]
    locations[location.id] = known ? mergeLocations(known, location) : location
  }
  return { locations, here: null }
}

function mergeLocations(a: Location, b: Location): Location {
  const [first, second] = isEarlier(a, b) ? [a, b] : [b, a]
  const exits = new Map(Object.entries(first.exits))
  for (const [way, exit] of Object.entries(second.exits)) {
    const known = exits.get(way)
    exits.set(way, known ? mergeExits(known, exit) : exit)
  }
  return {
    ...first,
    lastTurn: Math.max(a.lastTurn, b.lastTurn),
    visits: a.visits + b.visits,
    reachedBy: first.reachedBy ?? second.reachedBy,
    exits: Object.fromEntries(exits),
  }
}

/**
 * If both found the room on the same turn, the exit that led there decides, so that the order of a and b does not
 * matter.
 */
const isEarlier = (a: Location, b: Location): boolean =>
  a.firstTurn === b.firstTurn ? wayTo(a) <= wayTo(b) : a.firstTurn < b.firstTurn

const wayTo = ({ name, reachedBy }: Location): string => `${reachedBy?.from ?? ''} ${reachedBy?.exit ?? ''} ${name}`

const mergeExits = (a: Exit, b: Exit): Exit => ({
  to: whereTo(a, b),
  walked: a.walked + b.walked,
  refused: a.refused + b.refused,
  lastTurn: Math.max(a.lastTurn, b.lastTurn),
})

/** If a passage led to two rooms, the later destination counts; on the same turn, the one with the lower number. */
function whereTo(a: Exit, b: Exit): number | null {
  if (a.to === null || b.to === null) return a.to ?? b.to
  if (a.lastTurn === b.lastTurn) return Math.min(a.to, b.to)
  return a.lastTurn > b.lastTurn ? a.to : b.to
}
