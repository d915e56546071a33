import type { EpisodeState } from '@shared/episode/episode'

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

/** What could be seen the last time the player was in the room; null if the game never told. */
export function lastSeenIn({ opening, turns, openTurn }: EpisodeState, room: number): readonly string[] | null {
  const observations = [opening, ...turns.map(({ observation }) => observation), openTurn?.observation ?? null]
  return observations.findLast((observation) => observation?.location?.id === room)?.visible?.map(({ name }) => name) ?? null
}
