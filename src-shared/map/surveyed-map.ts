import type { DoorState, LocationLight, LocationSurvey } from './location-survey'
import type { Location } from './world-map'

/** The geography in the game's memory, which the player does not know: the fold of all surveys up to a turn. */
export interface SurveyedMap {
  readonly lights: Readonly<Record<number, LocationLight>>
  /** Keyed by location and direction. */
  readonly passages: Readonly<Record<number, Readonly<Record<string, Passage>>>>
}

export interface Passage {
  /** Null if it is not always the same location. */
  readonly to: number | null
  /** The door as last seen, from either side. */
  readonly door: Door | null
  /** False if an earlier survey found the passage but the last one did not. */
  readonly isThere: boolean
  /** True if only some surveys found the passage, and it has no door. */
  readonly isConditional: boolean
}

interface Door {
  readonly id: number
  readonly name: string
  readonly state: DoorState
}

export const unsurveyed: SurveyedMap = { lights: {}, passages: {} }

/** Cached by the list of surveys, which is the same object until something new is surveyed. */
export function surveyedMap(surveys: readonly LocationSurvey[]): SurveyedMap {
  const known = cache.get(surveys)
  if (known) return known
  const map = surveys.length === 0 ? unsurveyed : fold(surveys)
  cache.set(surveys, map)
  return map
}

const cache = new WeakMap<readonly LocationSurvey[], SurveyedMap>()

function fold(surveys: readonly LocationSurvey[]): SurveyedMap {
  const lights: Record<number, LocationLight> = {}
  const passages: Record<number, Record<string, Passage>> = {}
  const doors = new Map<number, Door>()
  for (const { location, light, exits } of surveys) {
    if (light !== null) lights[location] = light
    if (exits === null) continue
    const before = passages[location]
    const now: Record<string, Passage> = {}
    for (const [direction, passage] of Object.entries(before ?? {}))
      now[direction] = { ...passage, isThere: false, isConditional: passage.isConditional || passage.door === null }
    for (const { direction, to, door } of exits) {
      const known = before?.[direction]
      const isNew = before !== undefined && known?.isThere !== true
      now[direction] = {
        to,
        door,
        isThere: true,
        isConditional: door === null && (isNew || known?.isConditional === true),
      }
      if (door) doors.set(door.id, door)
    }
    passages[location] = now
  }
  const withDoors = (ways: Record<string, Passage>) =>
    Object.fromEntries(
      Object.entries(ways).map(([direction, way]) => [
        direction,
        { ...way, door: way.door && (doors.get(way.door.id) ?? way.door) },
      ]),
    )
  return {
    lights,
    passages: Object.fromEntries(Object.entries(passages).map(([location, ways]) => [location, withDoors(ways)])),
  }
}

/** Existing exits of a location that the player has never used. */
export function untriedPassages(
  { id, exits }: Location,
  { passages }: SurveyedMap,
): readonly { readonly direction: string; readonly passage: Passage }[] {
  return Object.entries(passages[id] ?? {}).flatMap(([direction, passage]) =>
    passage.isThere && (exits[direction]?.to ?? null) === null ? [{ direction, passage }] : [],
  )
}
