import { createContext, useContext } from 'react'
import type { DoorState } from '@shared/map/location-survey'
import type { Link } from '@shared/map/links'
import { type SurveyedMap, unsurveyed } from '@shared/map/surveyed-map'
import { emptyMap, type WorldMap } from '@shared/map/world-map'
import { createStore, type StoreApi, useStore } from 'zustand'

/**
 * What changes while the reader steps: it reaches locations and links through this store and not through the drawing's
 * nodes, so a step renders only the few that look different.
 */
export interface MapView {
  /** At the playhead, mazes folded. */
  readonly map: WorldMap
  /**
   * The map whose visits are told in words: it follows once there is time, for a drag changes those of most locations
   * and who reads them rests on one.
   */
  readonly counted: WorldMap
  /** How many locations of a maze are known at the playhead, by the location that stands for it. */
  readonly mazeSizes: ReadonlyMap<number, number>
  /** What only the game's memory knows, at the playhead. */
  readonly surveyed: SurveyedMap
  /** What was last seen in each location and nowhere else since. */
  readonly things: ReadonlyMap<number, readonly string[]>
  readonly trail: ReadonlyMap<string, number>
  /** The locations of every death up to the playhead. */
  readonly diedIn: ReadonlySet<number>
  readonly selected: number | null
  /** The way that the reader asks for, as far as it is chosen, mazes folded. */
  readonly way: ShownWay | null
  /** Lit because the reader points at a reference to it. */
  readonly lit: number | null
  /** On a map of two episodes: whose a location is, and who is there. */
  readonly sides: ReadonlyMap<number, LocationSide>
  /** The one location that the Tab key reaches; arrow keys go on from there. Null: where the agent is. */
  readonly tabStop: number | null
}

export interface LocationSide {
  /** Of the one that found it alone; null if both did. */
  readonly of: 'a' | 'b' | null
  readonly words: string
}

export interface ShownWay {
  readonly from: number | null
  readonly to: number | null
  readonly locations: ReadonlySet<number>
  /** Passages by `passageKey`. */
  readonly passages: ReadonlySet<string>
}

/** Where a way begins it does not end, if it leads back to the same maze. */
export function endOfWay(way: ShownWay | null, id: number): 'from' | 'to' | null {
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
    lit: null,
    sides: new Map(),
    tabStop: null,
  }))

export const MapViewContext = createContext<MapViewStore>(createMapView())

export const useMapView = <Slice>(select: (view: MapView) => Slice): Slice =>
  useStore(useContext(MapViewContext), select)

/**
 * The name of a location at the playhead, or null before its discovery. A folded maze says how many of its locations
 * are known.
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
 * What stands between the two ends of a link: a door; or else a condition, known from a survey or because the player
 * found it shut once.
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
