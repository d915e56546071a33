import type { Annotations, TurnAnnotation } from '@shared/episode/log/annotations'
import { isTakenOver } from '@shared/episode/projections/help'
import type { EpisodeState, Observation } from '@shared/episode/state/episode'
import { traitsOf } from '@shared/episode/state/players'
import type { GameObject } from '@shared/map/location-survey'

export interface TurnAtLocation {
  readonly turn: number
  readonly action: string | null
  /** True if a person chose the action for an agent. */
  readonly isByPerson: boolean
}

/** Turns that ended in one of these locations, latest first. Turn 0 is the opening. */
export function turnsAtLocations(
  { manifest, opening, turns, openTurn }: EpisodeState,
  locations: readonly number[],
): readonly TurnAtLocation[] {
  const isAgent = !traitsOf({ manifest }).isPerson
  const isHere = (id: number | undefined) => id !== undefined && locations.includes(id)
  const found: TurnAtLocation[] = isHere(opening?.location?.id) ? [{ turn: 0, action: null, isByPerson: false }] : []
  for (const turn of openTurn ? [...turns, openTurn] : turns) {
    if (isHere(turn.observation?.location?.id))
      found.push({
        turn: turn.number,
        action: turn.action?.action ?? null,
        isByPerson: isAgent && isTakenOver(turn),
      })
  }
  return found.reverse()
}

/** The user's notes, by the location where their turn ended. `fold` maps locations to representatives. */
export function notesByLocation(
  state: EpisodeState,
  { turns }: Annotations,
  fold: (location: number) => number,
): ReadonlyMap<number, readonly TurnAnnotation[]> {
  const notes = new Map<number, readonly TurnAnnotation[]>()
  for (const annotation of turns) {
    const location = annotation.note === '' ? undefined : observationAt(state, annotation.turn)?.location?.id
    if (location !== undefined) notes.set(fold(location), [...(notes.get(fold(location)) ?? []), annotation])
  }
  return notes
}

const observationAt = ({ opening, turns, openTurn }: EpisodeState, turn: number): Observation | null =>
  turn === 0 ? opening : (turns[turn - 1]?.observation ?? (openTurn?.number === turn ? openTurn.observation : null))

/** Objects visible in each location at the last visit, except objects that were carried or seen elsewhere since. */
export function thingsLastSeen(state: EpisodeState): ReadonlyMap<number, readonly string[]> {
  const locations = Object.values(state.map.locations).toSorted((a, b) => b.lastTurn - a.lastTurn)
  const observations = locations.map(({ lastTurn }) => observationAt(state, lastTurn))
  const seenSince = new Set<number>()
  const things = new Map<number, readonly string[]>()
  for (const [index, { id: location }] of locations.entries()) {
    const around = lyingAround(observations[index])
    // Objects visible in both of the last two locations are global scenery, or contents of a carried object.
    const movedOn = index === 0 ? new Set(lyingAround(observations[1]).map(({ id }) => id)) : seenSince
    const left = around.filter(({ id }) => !movedOn.has(id))
    for (const { id } of [...around, ...(observations[index]?.inventory ?? [])]) seenSince.add(id)
    if (left.length > 0)
      things.set(
        location,
        left.map(({ name }) => name),
      )
  }
  return things
}

function lyingAround(observation: Observation | null | undefined): readonly GameObject[] {
  const carried = new Set(observation?.inventory?.map(({ id }) => id))
  return observation?.visible?.filter(({ id }) => !carried.has(id)) ?? []
}
