import { createContext, useContext, useRef } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { Link } from '@shared/map/links'
import type { DoorState } from '@shared/map/location-survey'
import { type SurveyedMap, unsurveyed } from '@shared/map/surveyed-map'
import { emptyMap, type WorldMap } from '@shared/map/world-map'

/**
 * State that changes while stepping. Locations and links select from this store, so that a step rerenders only those
 * that change.
 */
export interface MapView {
  /** The map at the playhead, with mazes folded. */
  readonly map: WorldMap
  /**
   * The map from which visit counts in text are taken. It is updated with low priority, because scrubbing changes most
   * counts.
   */
  readonly counted: WorldMap
  /** Number of known locations of each maze at the playhead, by the maze's representative. */
  readonly mazeSizes: ReadonlyMap<number, number>
  /** Surveys of the game's memory up to the playhead. */
  readonly surveyed: SurveyedMap
  /** The objects last seen in each location. */
  readonly things: ReadonlyMap<number, readonly string[]>
  readonly trail: ReadonlyMap<string, number>
  /** The locations of deaths up to the playhead. */
  readonly diedIn: ReadonlySet<number>
  readonly selected: number | null
  /** The requested route, with mazes folded. */
  readonly way: ShownRoute | null
  /** The location under the pointer. */
  readonly hovered: number | null
  /** The highlighted location, to which the reference under the pointer leads. */
  readonly lit: number | null
  /** On the map of a comparison: which side found each location, and which players are there. */
  readonly sides: ReadonlyMap<number, LocationSide>
  /** The location with the tab stop; null for the agent's location. */
  readonly tabStop: number | null
}

export interface LocationSide {
  /** The side that found it, if only one did; null if both did. */
  readonly of: 'a' | 'b' | null
  readonly words: string
  /** The sides whose player is at this location. */
  readonly here: readonly ('a' | 'b')[]
}

export interface ShownRoute {
  readonly from: number | null
  readonly to: number | null
  readonly locations: ReadonlySet<number>
  /** Passages by `passageKey`. */
  readonly passages: ReadonlySet<string>
}

/**
 * The end of the route at this location, if any. If a route ends in the maze where it started, the start takes
 * precedence.
 */
export function endOfWay(way: ShownRoute | null, id: number): 'from' | 'to' | null {
  if (way?.from === id) return 'from'
  return way?.to === id ? 'to' : null
}

export type MapViewStore = StoreApi<MapView>

export const createMapView = (): MapViewStore =>
  createStore<MapView>(() => ({
    map: emptyMap,
    counted: emptyMap,
    mazeSizes: new Map(),
    surveyed: unsurveyed,
    things: new Map(),
    trail: new Map(),
    diedIn: new Set(),
    selected: null,
    way: null,
    hovered: null,
    lit: null,
    sides: new Map(),
    tabStop: null,
  }))

export const MapViewContext = createContext<MapViewStore>(createMapView())

export const useMapView = <Slice>(select: (view: MapView) => Slice): Slice =>
  useStore(useContext(MapViewContext), select)

/**
 * Selects several parts of the view; rerenders if one changes. Like `useShallow`, but without allocating two maps per
 * comparison.
 */
export function useMapParts<Parts extends object>(select: (view: MapView) => Parts): Parts {
  const last = useRef<Parts>(undefined)
  return useMapView((view) => {
    const parts = select(view)
    if (last.current !== undefined && areSameParts(last.current, parts)) return last.current
    last.current = parts
    return parts
  })
}

/** Requires the same keys in both. */
function areSameParts<Parts extends object>(a: Parts, b: Parts): boolean {
  for (const key in a) if (!Object.is(a[key], b[key])) return false
  return true
}

/**
 * The name of a location, or null before its discovery. The name of a folded maze includes the number of its known
 * locations.
 */
export const locationName = (
  { map, mazeSizes }: Pick<MapView, 'map' | 'mazeSizes'>,
  id: number,
  nameMaze: (name: string, locations: number) => string,
): string | null => {
  const location = map.locations[id]
  const size = mazeSizes.get(id) ?? 1
  if (!location) return null
  return size > 1 ? nameMaze(location.name, size) : location.name
}

/**
 * The door of a link. Without a door: whether the link is conditional, according to a survey or because it was blocked
 * once.
 */
export function conditionsOf(
  { map, surveyed: { passages } }: Pick<MapView, 'map' | 'surveyed'>,
  { from, exit, to, back }: Link,
): { readonly door: DoorState | null; readonly isConditional: boolean } {
  const ways = [{ location: from, exit }, ...(back === null ? [] : [{ location: to, exit: back }])]
  const surveyed = ways.map((way) => passages[way.location]?.[way.exit])
  const door = surveyed.find((passage) => passage?.door)?.door?.state ?? null
  const wasRefused = ways.some((way) => (map.locations[way.location]?.exits[way.exit]?.refused ?? 0) > 0)
  return { door, isConditional: door === null && (wasRefused || surveyed.some((passage) => passage?.isConditional)) }
}
