import type { Positions } from '@shared/map/cell'
import { isOnCompass } from '@shared/map/drawing/geometry'
import { widthOf } from '@shared/map/drawing/names'
import type { Maze } from '@shared/map/maze'
import type { WorldMap } from '@shared/map/world-map'
import { mapStrings } from '../strings'
import { labelOf } from './links/link-shape'

/** Available width at the upper edge of a box, in em. */
const EDGE_WIDTH = 9.4

/** The objects that fit in `width`, in em, and the number of the others. */
export const shortList = (things: readonly string[], width: number): string =>
  things.length === 0
    ? ''
    : asManyAsFit(things, width, (shown, more) =>
        shown.length === 0 ? mapStrings.thingCount(more) : mapStrings.things(shown.join(', '), more),
      )

/** The exits that lead back to the same room, as far as they fit above its box. */
export const shortLoops = (exits: readonly string[]): string =>
  exits.length === 0
    ? ''
    : asManyAsFit(
        exits.map((exit) => (isOnCompass(exit) ? labelOf(exit).toUpperCase() : exit)),
        EDGE_WIDTH,
        (shown, more) => mapStrings.loops(shown.join(', '), more),
      )

/** The longest text that fits in `width`. The shortest one has no words, only a count. */
function asManyAsFit(
  words: readonly string[],
  width: number,
  write: (shown: readonly string[], more: number) => string,
): string {
  for (let count = words.length; count > 0; count--) {
    const text = write(words.slice(0, count), words.length - count)
    if (widthOf(text) <= width) return text
  }
  return write([], words.length)
}

/** The location that represents this one on the drawing; a folded maze has one representative. */
export const representative = (location: number, mazes: readonly Maze[]): number =>
  mazes.find(({ locations }) => locations.includes(location))?.id ?? location

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
