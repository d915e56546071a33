import { isDirection, oppositeOf } from '@shared/map/direction'
import type { DoorState } from '@shared/map/location-survey'
import { untriedPassages } from '@shared/map/surveyed-map'
import type { MapView } from '../map-view'

interface UntriedExit {
  readonly direction: string
  readonly door: DoorState | null
}

/**
 * Untried exits to draw. Omits those of a folded maze, which its table lists, the reverse of a one-way link, which its
 * arrow shows, and in or out if another walked exit leads to the same location.
 */
export function stubsOf(
  { map, mazeSizes, surveyed }: Pick<MapView, 'map' | 'mazeSizes' | 'surveyed'>,
  id: number,
): readonly UntriedExit[] {
  const location = map.locations[id]
  if (!location || mazeSizes.has(id)) return []
  const isArrow = (direction: string, to: number | null) =>
    to !== null && isDirection(direction) && map.locations[to]?.exits[oppositeOf(direction)]?.to === id
  const isSynonym = (direction: string, to: number | null) =>
    (direction === 'in' || direction === 'out') &&
    to !== null &&
    Object.values(location.exits).some((exit) => exit.to === to)
  return untriedPassages(location, surveyed)
    .filter(({ direction, passage: { to } }) => !isArrow(direction, to) && !isSynonym(direction, to))
    .map(({ direction, passage }) => ({ direction, door: passage.door?.state ?? null }))
}
