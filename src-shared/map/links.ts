import { isDirection, oppositeOf } from './direction'
import type { Location, WorldMap } from './world-map'

/** A known exit between two locations, and the exit that leads back, which is null until it was used. */
export interface Link {
  readonly from: number
  readonly to: number
  readonly exit: string
  readonly back: string | null
}

/**
 * Links that contain every known exit once. An exit is paired with its opposite, or else with any exit that leads back.
 */
export function linksOf(map: WorldMap): readonly Link[] {
  return Object.values(map.locations).flatMap((from) => {
    const neighbors = new Set(
      Object.values(from.exits).flatMap(({ to }) => (to !== null && to !== from.id ? [to] : [])),
    )
    return [...neighbors].flatMap((id) => {
      const to = map.locations[id]
      if (!to) return []
      const back = exitsBetween(to, from)
      if (back.length === 0) return exitsBetween(from, to).map((exit) => ({ from: from.id, to: id, exit, back: null }))
      return from.id < id ? pairExits(from.id, exitsBetween(from, to), id, back) : []
    })
  })
}

/** Whether the directions of the link are opposites. */
export const isReciprocal = ({ exit, back }: Link): boolean => isDirection(exit) && back === oppositeOf(exit)

/** Exits of a location that lead back to it. */
export const loopsOf = (location: Location): readonly string[] => exitsBetween(location, location)

const exitsBetween = (from: Location, to: Location): readonly string[] =>
  Object.keys(from.exits).filter((exit) => from.exits[exit]?.to === to.id)

function pairExits(from: number, exits: readonly string[], to: number, backs: readonly string[]): readonly Link[] {
  const unused = [...backs]
  const take = (back: string | undefined): string | null => {
    if (back === undefined) return null
    unused.splice(unused.indexOf(back), 1)
    return back
  }
  const straight = new Map(
    exits.map((exit) => [exit, take(unused.find((back) => isDirection(exit) && back === oppositeOf(exit)))]),
  )
  const forward = exits.map((exit) => ({ from, to, exit, back: straight.get(exit) ?? take(unused[0]) }))
  return [...forward, ...unused.map((exit) => ({ from: to, to: from, exit, back: null }))]
}
