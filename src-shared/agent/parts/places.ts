import type { Outcome, StateBlock } from '../../episode/state/state-block'
import { directionOf } from '../../map/direction'
import { foldBlocks } from './fold-blocks'
import { commandOf } from './visible-state-key'

/** A player's knowledge of a place, from its own turns there. */
export interface PlaceRecord {
  readonly id: number
  readonly name: string
  readonly firstTurn: number
  /** The text that was printed when it was first reached. */
  readonly description: string
  /** The directions that the description names. */
  readonly named: ReadonlySet<string>
  readonly visits: number
  /** Maps each direction or command to the places that it led to, and each place to the number of times. */
  readonly led: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** Commands tried there with their last outcome, the most recent last. */
  readonly attempts: ReadonlyMap<string, Attempt>
  /** Names of the objects that were visible in the player's last turn there. */
  readonly objects: readonly string[]
  /** Names of all objects ever seen there. */
  readonly seen: ReadonlySet<string>
}

export interface Attempt {
  readonly outcome: Outcome
  /** Number of times in a row that the command had this outcome. */
  readonly times: number
  readonly turn: number
}

interface OpenRecord extends PlaceRecord {
  visits: number
  objects: readonly string[]
  readonly seen: Set<string>
  readonly led: Map<string, Map<number, number>>
  readonly attempts: Map<string, Attempt>
}

/** Keyed by the number of the location; empty at a level without locations. */
export const placesOf: (blocks: readonly StateBlock[]) => ReadonlyMap<number, PlaceRecord> = foldBlocks(
  () => new Map<number, OpenRecord>(),
  (places, blocks, index) => {
    const [before, now] = [blocks[index - 1], blocks[index]]
    if (now === undefined) return
    const left = before?.location && places.get(before.location.id)
    if (left && now.last) noteAttempt(left, now, index)
    arrive(places, before, now, index)
  },
)

function arrive(places: Map<number, OpenRecord>, before: StateBlock | undefined, now: StateBlock, turn: number): void {
  const { location, visible, observation } = now
  if (location === undefined) return
  const known = places.get(location.id)
  const isArrival = before?.location?.id !== location.id
  const objects = visible?.map(({ name }) => name) ?? known?.objects ?? []
  if (known === undefined)
    places.set(location.id, {
      ...location,
      firstTurn: turn,
      description: observation.trim(),
      named: directionsIn(observation),
      visits: 1,
      led: new Map(),
      attempts: new Map(),
      objects,
      seen: new Set(objects),
    })
  else {
    known.visits += isArrival ? 1 : 0
    known.objects = objects
    for (const name of objects) known.seen.add(name)
  }
}

function noteAttempt({ id, led, attempts }: OpenRecord, { last, location }: StateBlock, turn: number): void {
  if (last === null) return
  const command = directionOf(last.action) ?? commandOf(last.action)
  if (last.outcome === 'moved' && location && location.id !== id) {
    const to = led.get(command) ?? new Map<number, number>()
    led.set(command, to.set(location.id, (to.get(location.id) ?? 0) + 1))
  }
  const known = attempts.get(command)
  const times = known?.outcome === last.outcome ? known.times + 1 : 1
  // Deleted and inserted again, so that the latest command is last.
  attempts.delete(command)
  attempts.set(command, { outcome: last.outcome, times, turn })
}

const DIRECTION =
  /\b(north|south)?[- ]?(east|west)(?:ern|wards?|erly)?\b|\b(north|south)(?:ern|wards?|erly)?\b|(?<!ed )\b(up|down)(?:wards?|stairs|hill)?\b/gi

const directionsIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(DIRECTION)].map(([, half = '', side = '', whole = '', level = '']) =>
      `${half}${side}${whole}${level}`.toLowerCase(),
    ),
  )
