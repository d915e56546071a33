import { createContext, useContext, useRef } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { Link } from '@shared/map/links'
import type { DoorState } from '@shared/map/location-survey'
import { type SurveyedMap, unsurveyed } from '@shared/map/surveyed-map'
import { emptyMap, type WorldMap } from '@shared/map/world-map'

/**
 * State that changes while stepping. Locations and links select from this store, so a step rerenders only those that
 * change.
 */
export interface MapView {
  /** The map at the playhead, mazes folded. */
  readonly map: WorldMap
  /** The map for visit counts in text. Updated with low priority, since scrubbing changes most counts. */
  readonly counted: WorldMap
  /** Known locations of each maze at the playhead, by its representative. */
  readonly mazeSizes: ReadonlyMap<number, number>
  /** Surveys of the game's memory up to the playhead. */
  readonly surveyed: SurveyedMap
  /** Objects last seen in each location. */
  readonly things: ReadonlyMap<number, readonly string[]>
  readonly trail: ReadonlyMap<string, number>
  /** Locations of deaths up to the playhead. */
  readonly diedIn: ReadonlySet<number>
  readonly selected: number | null
  /** The requested route, mazes folded. */
  readonly way: ShownRoute | null
  /** The location that is pointed at. */
  readonly hovered: number | null
  /** Highlighted, because a reference to it is pointed at. */
  readonly lit: number | null
  /** On the map of a comparison: which side found a location, and who is there. */
  readonly sides: ReadonlyMap<number, LocationSide>
  /** The location with the tab stop. Null: the agent's location. */
  readonly tabStop: number | null
}

export interface LocationSide {
  /** The only side that found it; null: both. */
  readonly of: 'a' | 'b' | null
  readonly words: string
  /** The sides whose player is there. */
  readonly here: readonly ('a' | 'b')[]
}

export interface ShownRoute {
  readonly from: number | null
  readonly to: number | null
  readonly locations: ReadonlySet<number>
  /** Passages by `passageKey`. */
  readonly passages: ReadonlySet<string>
}

/** The start takes precedence if a route ends in the same maze. */
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

/** Several parts at once; rerenders if one differs. As `useShallow`, without the garbage of its two maps. */
export function useMapParts<Parts extends object>(select: (view: MapView) => Parts): Parts {
  const last = useRef<Parts>(undefined)
  return useMapView((view) => {
    const parts = select(view)
    if (last.current !== undefined && areSameParts(last.current, parts)) return last.current
    last.current = parts
    return parts
  })
}

/** Both have the same keys. */
function areSameParts<Parts extends object>(a: Parts, b: Parts): boolean {
  for (const key in a) if (!Object.is(a[key], b[key])) return false
  return true
}

/** The name of a location, null before its discovery. A folded maze includes its number of known locations. */
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

/** The door of a link; else whether it is conditional, by a survey or because it was blocked once. */
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
