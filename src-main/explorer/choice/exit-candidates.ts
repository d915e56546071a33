import { type Direction, DIRECTIONS } from '@shared/map/direction'
import { headOf, isKind } from '../memory/lexicon'
import { entranceOf, type KnownPlace } from '../memory/memory'
import { phraseFor } from '../memory/naming'
import { type ActionCandidate, inOtherWords, retryWeight, type Site, verbCandidate } from './candidate'
import { heldLight, isTreasure } from './worth'

/** Directions whose destination is unknown, weighted by whether the text mentions them. */
export function exitCandidates(site: Site): ActionCandidate[] {
  const { place, memory } = site
  const sameName = [...memory.places.values()].filter(({ name, id }) => name === place.name && id !== place.id).length
  const novelty = 1 / (1 + 0.5 * sameName)
  const isSilent = place.ways.size === 0
  return DIRECTIONS.flatMap((direction): ActionCandidate[] => {
    if (place.edges.has(direction)) return []
    const barred = barredWeight(site, direction)
    const weight =
      barred ??
      retryWeight(
        place.ways.has(direction) && (place.attempts.get(direction)?.count ?? 0) < 2 ? { ...site, level: 1 } : site,
        direction,
      )
    const { prior, why } = exitPrior(site, direction, isSilent)
    const guarded = place.foe !== null && direction !== entranceOf(place) ? 0.3 : 1
    const tight = tightExit(site, direction)
    if (tight) return [tight]
    return weight === 0
      ? []
      : [
          {
            command: shortForm(direction),
            place: place.id,
            prior: prior * weight * novelty * guarded,
            why,
            goal: 'explore',
          },
        ]
  })
}

/** The weight of a way that was refused with a reason: 0 until something has changed. Null for any other way. */
function barredWeight({ place, memory }: Site, direction: Direction): number | null {
  const attempt = place.attempts.get(direction)
  if (!place.barred.has(direction) || attempt === undefined) return null
  return attempt.epoch < memory.epoch && attempt.count <= MAX_BARRED_TRIES ? 0.5 / attempt.count : 0
}

const MAX_BARRED_TRIES = 8

/** Proposes `wait` where an exit is barred, because it may open with time. */
export function waitCandidates({ place, attempts }: Site): ActionCandidate[] {
  const { count = 0 } = attempts.get('wait') ?? {}
  if (place.barred.size === 0 || count >= MAX_WAITS || [...place.barred].every((way) => place.edges.has(way))) return []
  return [{ command: 'wait', place: place.id, prior: 0.5, why: 'the way is barred, and time may open it', goal: 'try' }]
}

const MAX_WAITS = 4

function exitPrior(site: Site, direction: Direction, isSilent: boolean): { prior: number; why: string } {
  const { place, memory } = site
  if (place.backs.has(direction))
    return { prior: place.ways.has(direction) ? 0.6 : 0.2, why: 'it should lead back to where I came from' }
  if (place.gloomyWays.has(direction) && heldLight(memory) === null)
    return { prior: 1, why: 'the text mentions this way, but it is dark and I have no light' }
  if (place.ways.has(direction))
    return {
      prior: 8,
      why: place.attempts.has(direction)
        ? 'the text mentions this way, and things have changed since I tried it'
        : inOtherWords(
            site,
            'the text mentions this way and I have not tried it',
            'the text mentions it and I have not tried it',
            'it is one of the ways described that I have not been',
          ),
    }
  if (place.doubtfulWays.has(direction)) return { prior: 2, why: 'the text speaks of it, though not as an open way' }
  if (place.isDeadEnd) return { prior: 0.1, why: 'the text says there is one way only, but I have run short of ideas' }
  const { tries, hits } = memory.hunches
  const luck = (hits + 1.5) / (tries + 5) / 0.3
  const refusals = DIRECTIONS.filter((other) => (place.attempts.get(other)?.fails ?? 0) > 0).length
  const ofCardinal = isSilent ? 3 : 1.3
  const ofInOut = isSilent && direction === 'out' ? 1.3 : 0.12
  const ofOther = direction === 'in' || direction === 'out' ? ofInOut : 0.6
  const prior = CARDINAL.has(direction) ? ofCardinal : ofOther
  return { prior: (prior * luck) / (1 + 0.4 * refusals), why: 'it is untried, though the text does not mention it' }
}

const CARDINAL = new Set<Direction>(['north', 'south', 'east', 'west'])
const SHORT: Readonly<Partial<Record<Direction, string>>> = {
  northeast: 'ne',
  northwest: 'nw',
  southeast: 'se',
  southwest: 'sw',
}
/** Every dictionary has the short names of the diagonal directions; some old ones lack the long names. */
export const shortForm = (direction: Direction): string => SHORT[direction] ?? direction

/**
 * At an exit that is too tight for the load, drops all things but a treasure and a light, then goes. Otherwise null.
 */
function tightExit({ place, memory }: Site, direction: Direction): ActionCandidate | null {
  if (!place.tightExits.has(direction) || place.id !== memory.here) return null
  const light = heldLight(memory)
  const treasure = memory.carried.find((thing) => isTreasure(thing, memory))
  if (!treasure) return null
  const extra = memory.carried.find(({ id }) => id !== light?.id && id !== treasure.id)
  if (extra)
    return {
      command: `drop ${phraseFor(extra.name, memory)}`,
      place: place.id,
      prior: 9,
      why: `the way ${direction} is too tight for all I carry`,
      goal: 'deliver',
    }
  return {
    command: direction,
    place: place.id,
    prior: 10,
    why: 'I carry little enough to fit through now',
    goal: 'explore',
  }
}

/** Candidates that open, unlock or enter doors, windows and gates. */
export function doorCandidates(site: Site): ActionCandidate[] {
  const { place, memory } = site
  const listed = place.things.filter(({ name }) => isKind(name, 'door'))
  const heads = new Set(listed.map(({ name }) => singular(headOf(name))))
  const unlisted = place.nouns.filter(
    (name) => isKind(name, 'door') && !heads.has(singular(headOf(name))) && !place.aliases.has(name),
  )
  const keys = memory.carried.filter(({ name }) => isKind(name, 'key'))
  const names = [...listed.map(({ name }) => name.toLowerCase()), ...unlisted]
  const isKnownOpen = (name: string) =>
    listed.some((thing) => thing.name.toLowerCase() === name && memory.openedThings.has(thing.id))
  const doors = names.flatMap((name) => [
    ...(isKnownOpen(name)
      ? []
      : verbCandidate(
          site,
          'open {}',
          name,
          openPrior(
            place,
            name,
            listed.some((thing) => thing.name.toLowerCase() === name),
          ),
          'it may lead somewhere',
          'open',
        )),
    ...(place.opened.has(name) || isKnownOpen(name)
      ? verbCandidate(site, 'enter {}', name, enterPrior(place, name), 'it is open now', 'explore')
      : []),
  ])
  const unlocking = [...place.locked].flatMap((name) =>
    keys.flatMap((key) =>
      verbCandidate(site, `unlock ${name} with {}`, key.name, 8, 'I have a key and it is locked', 'unlock'),
    ),
  )
  const reopening = unlockedDoors(place).map((name): ActionCandidate => ({
    command: `open ${name}`,
    place: place.id,
    prior: 10,
    why: 'it is unlocked now',
    goal: 'open',
  }))
  return [...doors, ...unlocking, ...reopening]
}

/** Low for an unlisted door with a known direction, because walking there tries it, or that only the prose mentions. */
function openPrior({ presented, signposted, shut, locked }: KnownPlace, name: string, isListed: boolean): number {
  const head = headOf(name)
  if (isListed || shut.has(head) || locked.has(name)) return 10
  if (signposted.has(head)) return 1
  return presented.includes(head) ? 10 : 3
}

function enterPrior({ cameThrough, signposted, opened }: KnownPlace, name: string): number {
  if (cameThrough !== null && singular(headOf(cameThrough)) === singular(headOf(name))) return 0.5
  if (signposted.has(headOf(name))) return 0.3
  if (!opened.has(name)) return 2
  return VERTICAL.test(name) ? 5 : 9
}

const singular = (word: string) => word.replace(/s$/, '')

/** Doors that lead up or down. */
const VERTICAL = /\b(?:trap ?door|hatch|grat(?:e|ing)|lid)$/

/** Doors that were unlocked after the last attempt to open them. */
function unlockedDoors({ attempts }: KnownPlace): readonly string[] {
  return [...attempts].flatMap(([command, { fails, turn }]) => {
    const door = /^unlock (.+) with /.exec(command)?.[1]
    return door !== undefined && fails === 0 && (attempts.get(`open ${door}`)?.turn ?? -1) < turn ? [door] : []
  })
}
