import { mapStrings } from '../strings'
import type { Positions } from '@shared/map/cell'
import type { Maze } from '@shared/map/maze'
import type { WorldMap } from '@shared/map/world-map'

const MAX_OBJECTS = 2

/** The objects of a location, shortened to the space under its box. */
export function shortList(things: readonly string[]): string {
  return things.length === 0
    ? ''
    : mapStrings.things(things.slice(0, MAX_OBJECTS).join(', '), Math.max(0, things.length - MAX_OBJECTS))
}

/** The location that represents this one on the drawing: one for all of a folded maze. */
export const representative = (location: number, mazes: readonly Maze[]): number =>
  mazes.find(({ locations }) => locations.includes(location))?.id ?? location

/** Number of known locations on each level. */
export function countByLevel(map: WorldMap, positions: Positions): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { id } of Object.values(map.locations)) {
    const level = positions[id]?.level ?? 0
    counts.set(level, (counts.get(level) ?? 0) + 1)
  }
  return counts
}

/** The locations that a box represents: those of a maze, or one. */
export const locationsOf = (location: number, mazes: readonly Maze[]): readonly number[] =>
  mazes.find(({ id }) => id === location)?.locations ?? [location]
