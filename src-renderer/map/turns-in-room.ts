import type { Annotations, TurnAnnotation } from '@shared/episode/annotations'
import type { EpisodeState, Observation } from '@shared/episode/episode'

export interface TurnInRoom {
  readonly turn: number
  /** Null for the opening, which nobody's action brought about. */
  readonly action: string | null
}

/** Every turn that ended in one of these rooms, up to the playhead, latest first. Turn 0 is the opening. */
export function turnsInRooms({ opening, turns, openTurn }: EpisodeState, rooms: readonly number[]): readonly TurnInRoom[] {
  const isHere = (id: number | undefined) => id !== undefined && rooms.includes(id)
  const found: TurnInRoom[] = isHere(opening?.location?.id) ? [{ turn: 0, action: null }] : []
  for (const turn of openTurn ? [...turns, openTurn] : turns) {
    if (isHere(turn.observation?.location?.id)) found.push({ turn: turn.number, action: turn.action?.action ?? null })
  }
  return found.reverse()
}

/** What the reader wrote on turns that ended in each room, up to the playhead. `fold` maps a room to the one that stands for it. */
export function notesByRoom(state: EpisodeState, { turns }: Annotations, fold: (room: number) => number): ReadonlyMap<number, readonly TurnAnnotation[]> {
  const notes = new Map<number, readonly TurnAnnotation[]>()
  for (const annotation of turns) {
    const room = annotation.note === '' ? undefined : observationAt(state, annotation.turn)?.location?.id
    if (room !== undefined) notes.set(fold(room), [...(notes.get(fold(room)) ?? []), annotation])
  }
  return notes
}

const observationAt = ({ opening, turns, openTurn }: EpisodeState, turn: number): Observation | null =>
  turn === 0 ? opening : (turns[turn - 1]?.observation ?? (openTurn?.number === turn ? openTurn.observation : null))

/**
 * What could be seen in each room when the player was last there, without what was carried then or was seen somewhere else since: that has
 * moved on. A room where nothing was seen is left out.
 */
export function thingsLastSeen(state: EpisodeState): ReadonlyMap<number, readonly string[]> {
  const seenSince = new Set<number>()
  const things = new Map<number, readonly string[]>()
  for (const { id, lastTurn } of Object.values(state.map.locations).toSorted((a, b) => b.lastTurn - a.lastTurn)) {
    const { visible, inventory } = observationAt(state, lastTurn) ?? {}
    const left = (visible ?? []).filter((thing) => !seenSince.has(thing.id) && inventory?.some((carried) => carried.id === thing.id) !== true)
    for (const thing of [...(visible ?? []), ...(inventory ?? [])]) seenSince.add(thing.id)
    if (left.length > 0) things.set(id, left.map(({ name }) => name))
  }
  return things
}
