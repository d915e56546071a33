import { directionOf } from './direction'

/** The map as the player knows it. Locations are object numbers, not names: Zork I has fifteen called "Maze". */
export interface WorldMap {
  readonly locations: Readonly<Record<number, Location>>
  readonly here: number | null
}

export interface Location {
  readonly id: number
  readonly name: string
  readonly firstTurn: number
  readonly lastTurn: number
  readonly visits: number
  /**
   * How it was first reached; null for a location not reached by an exit, such as the start or the place of a revival.
   */
  readonly reachedBy: { readonly from: number; readonly exit: string } | null
  /** Keyed by the direction or, if the action is no direction, by the whole action ("climb tree"). */
  readonly exits: Readonly<Record<string, Exit>>
}

/** A directed passage. Until it was used successfully, `to` is null, and it is only known that it was tried. */
export interface Exit {
  readonly to: number | null
  readonly walked: number
  readonly refused: number
  readonly lastTurn: number
}

export const emptyMap: WorldMap = { locations: {}, here: null }

/** An action and the location after it; `here` is null if the machine could not determine it. */
export interface Move {
  readonly turn: number
  readonly action: string | null
  readonly here: { readonly id: number; readonly name: string } | null
  /** False if the player was moved without walking, for example by death or a restart. */
  readonly walked: boolean
  /**
   * True if the game printed the location's name, as on arrival. If the location stayed the same, the direction leads
   * back to it.
   */
  readonly announced?: boolean
}

export function recordMove(map: WorldMap, move: Move): WorldMap {
  const { here, turn } = move
  if (here === null) return map.here === null ? map : { ...map, here: null }
  const locations = { ...map.locations }
  const from = map.here === null ? undefined : locations[map.here]
  const moved = map.here !== here.id
  const direction = move.action !== null && move.walked ? directionOf(move.action) : null
  const exit = direction ?? (move.action !== null && move.walked && moved ? move.action.trim().toLowerCase() : null)
  const arrived = moved || move.announced === true
  if (from && exit !== null)
    locations[from.id] = {
      ...from,
      exits: {
        ...from.exits,
        [exit]: nextExit(
          Object.hasOwn(from.exits, exit) ? from.exits[exit] : undefined,
          arrived ? here.id : null,
          turn,
        ),
      },
    }
  const known = locations[here.id]
  locations[here.id] = known
    ? { ...known, name: here.name, lastTurn: turn, visits: known.visits + (moved ? 1 : 0) }
    : {
        id: here.id,
        name: here.name,
        firstTurn: turn,
        lastTurn: turn,
        visits: 1,
        reachedBy: from && exit !== null ? { from: from.id, exit } : null,
        exits: {},
      }
  return { locations, here: here.id }
}

function nextExit(
  exit: Exit = { to: null, walked: 0, refused: 0, lastTurn: 0 },
  to: number | null,
  turn: number,
): Exit {
  return to === null
    ? { ...exit, refused: exit.refused + 1, lastTurn: turn }
    : { ...exit, to, walked: exit.walked + 1, lastTurn: turn }
}
