import { mapStrings } from '../strings'
import type { Positions } from '@shared/map/cell'
import type { Maze } from '@shared/map/maze'
import type { WorldMap } from '@shared/map/world-map'

const MOST_THINGS = 2

/** As many of the things in a location as there is space for under its box. */
export function shortList(things: readonly string[]): string {
  return things.length === 0
    ? ''
    : mapStrings.things(things.slice(0, MOST_THINGS).join(', '), Math.max(0, things.length - MOST_THINGS))
}

/** The location that stands for this one on the drawing: of a folded maze, one for all. */
export const representative = (location: number, mazes: readonly Maze[]): number =>
  mazes.find(({ locations }) => locations.includes(location))?.id ?? location

/** How many known locations stand on each level. */
export function countByLevel(map: WorldMap, positions: Positions): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { id } of Object.values(map.locations)) {
    const level = positions[id]?.level ?? 0
    counts.set(level, (counts.get(level) ?? 0) + 1)
  }
  return counts
}

/** All that a box of the drawing stands for: the rooms of a maze, or the one. */
export const locationsOf = (location: number, mazes: readonly Maze[]): readonly number[] =>
  mazes.find(({ id }) => id === location)?.locations ?? [location]
