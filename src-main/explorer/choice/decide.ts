import { headOf, isAnyKind, wordsOf } from '../memory/lexicon'
import { type Memory, placeOf, entranceOf, type KnownPlace } from '../memory/memory'
import { phraseFor } from '../memory/naming'
import { noise } from '../memory/seeded-noise'
import { anchorCandidates, depositCandidates, foeCandidates, wantCandidates } from './aim-candidates'
import type { ActionCandidate, RetryLevel, Site } from './candidate'
import { doorCandidates, exitCandidates, waitCandidates } from './exit-candidates'
import { findReflex, type Reflex } from './reflexes'
import { presentedCandidates, takeCandidates, thingCandidates } from './thing-candidates'
import { heldLight, heldWeapon } from './worth'

/** The options with their utilities, and the chosen command. `speak` puts the decision into words. */
export interface Decision {
  readonly command: string
  readonly reflex: Reflex | null
  /** Best first; empty after a reflex. */
  readonly ranked: readonly RankedCandidate[]
  readonly retryLevel: RetryLevel
}

export interface RankedCandidate extends ActionCandidate {
  readonly utility: number
  readonly distance: number
  /** The command to give now: `command` if its place is here, else the first step to that place. */
  readonly first: string
}

export interface Chance {
  readonly seed: number
  /** Scales the noise that breaks ties; it changes nothing else. */
  readonly temperature: number
}

/*
 * The weights of utility, chosen by trial on the seeds of `npm run bench:explorer`: score in Zork I and Glass Weather,
 * and locations found (docs/explorer.md).
 */
/** Lowest utility that leads to an action. Below it, the next RetryLevel is tried. */
const LOWEST_UTILITY = 0.09
/** Utility is divided by 1 + this cost * the number of steps to the place. */
const DISTANCE_COST = 0.3
/** Lower for deliveries, because a treasure is worth a longer walk. */
const DELIVERY_DISTANCE_COST = 0.2
/** Factor for a place with a foe when the explorer has no weapon. */
const UNARMED_FACTOR = 0.01
/** Factor for a dark place when the explorer has no light. */
const UNLIT_FACTOR = 0.05
/** Width of the noise that breaks ties, at temperature 1. */
const TIE_NOISE = 0.12
/**
 * Options here with at least this prior get the factor below, unless they explore: coming back would take more turns.
 */
const WORTH_A_TURN = 1.5
const AT_HAND_FACTOR = 2.6
/** Turns without progress before circling is checked. */
const CIRCLING_TURNS = 12
/** More visits to one place in the recent trail count as circling. */
const MAX_RETURNS = 3
/** Failures after which a light is not tried again. */
const MAX_LIGHT_FAILURES = 2
const RETRY_LEVELS = [0, 1, 2, 3] as const

export function decide(memory: Memory, chance: Chance): Decision {
  const reflex = findReflex(memory)
  if (reflex) return { command: reflex.command, reflex, ranked: [], retryLevel: 0 }
  const routes = findRoutes(memory)
  for (const retryLevel of RETRY_LEVELS) {
    const ranked = rank(memory, findCandidates(memory, retryLevel), routes, chance)
    const best = ranked[0]
    if (best && best.utility >= LOWEST_UTILITY)
      return { command: lightFirst(memory, best) ?? best.first, reflex: null, ranked, retryLevel }
  }
  return { command: idle(memory, routes, chance), reflex: null, ranked: [], retryLevel: 3 }
}

function rank(
  memory: Memory,
  candidates: readonly ActionCandidate[],
  routes: ReadonlyMap<number, Route>,
  chance: Chance,
): readonly RankedCandidate[] {
  const hasLight = heldLight(memory) !== null
  const isArmed = heldWeapon(memory) !== null
  const ranked = candidates.flatMap((candidate): RankedCandidate[] => {
    const route = routes.get(candidate.place)
    const place = memory.places.get(candidate.place)
    if (!route || !place) return []
    const first = route.first ?? candidate.command
    if (isCircling(memory, first)) return []
    const distanceCost = candidate.goal === 'deliver' ? DELIVERY_DISTANCE_COST : DISTANCE_COST
    const foe = place.foe !== null && !isArmed && place.id !== memory.here ? UNARMED_FACTOR : 1
    const dark = place.light === 'dark' && !hasLight ? UNLIT_FACTOR : 1
    const drawn = noise(chance.seed, `${candidate.place}|${candidate.command}`) - 0.5
    const tie = 1 + TIE_NOISE * chance.temperature * drawn
    const atHand =
      candidate.place === memory.here && candidate.goal !== 'explore' && candidate.prior >= WORTH_A_TURN
        ? AT_HAND_FACTOR
        : 1
    const worth = candidate.prior * atHand * dark * foe * tie
    const utility = worth / (1 + distanceCost * route.distance) / (1 + place.danger)
    return [{ ...candidate, utility, distance: route.distance, first }]
  })
  return ranked.toSorted((a, b) => b.utility - a.utility || a.place - b.place || (a.command < b.command ? -1 : 1))
}

/** Whether a step leads back to a place that was visited often in the recent turns without progress. */
function isCircling(memory: Memory, command: string): boolean {
  const to = placeOf(memory)?.edges.get(command)
  if (to === undefined || memory.turn - memory.lastProgress <= CIRCLING_TURNS) return false
  return memory.trail.filter(({ place }) => place === to).length > MAX_RETURNS
}

/** The command that turns on a held light before a step into a known dark place; null if none is needed or possible. */
function lightFirst(memory: Memory, best: RankedCandidate): string | null {
  const to = placeOf(memory)?.edges.get(best.first)
  const light = heldLight(memory)
  if (to === undefined || memory.places.get(to)?.light !== 'dark' || memory.lightIsOn || !light) return null
  const command = `turn on ${phraseFor(light.name, memory)}`
  return (memory.attempts.get(command)?.fails ?? 0) < MAX_LIGHT_FAILURES ? command : null
}

const PASTIMES = ['wait', 'listen', 'look', 'jump']

/** For when nothing is left to try: passes time, or walks towards the least visited place. */
function idle(memory: Memory, routes: ReadonlyMap<number, Route>, chance: Chance): string {
  const last = memory.trail.slice(-6)
  const pastime = PASTIMES.find(
    (command) =>
      !last.some(({ action }) => action === command) && (placeOf(memory)?.attempts.get(command)?.count ?? 0) < 1,
  )
  if (pastime) return pastime
  const leastVisited = [...routes]
    .filter(([, { first }]) => first !== null)
    .map(([id, { first }]) => ({
      first,
      visits: (memory.places.get(id)?.visits ?? 0) + noise(chance.seed, `${memory.turn}|${id}`),
    }))
    .toSorted((a, b) => a.visits - b.visits)
  return leastVisited[0]?.first ?? 'wait'
}

/** Everything worth trying in every known place, in a fixed order. */
function findCandidates(memory: Memory, level: RetryLevel): readonly ActionCandidate[] {
  const found: ActionCandidate[] = []
  const sightings = countSightings(memory)
  for (const place of memory.places.values()) {
    const here: Site = { memory, place, level, attempts: place.attempts }
    found.push(...exitCandidates(here), ...doorCandidates(here), ...waitCandidates(here))
    for (const thing of place.things) {
      const seenIn = sightings.get(thing.id) ?? 0
      if (seenIn >= EVERYWHERE) continue
      // A thing that moves, or is seen from several places, has one record of attempts for all of them.
      const site = seenIn > 1 || memory.foundAt.has(thing.id) ? { ...here, attempts: memory.attempts } : here
      found.push(...takeCandidates(here, thing))
      if (!memory.delivered.has(thing.id)) found.push(...thingCandidates(site, thing.name, true))
    }
    const listed = new Set([...place.things, ...memory.carried, ...memory.along].flatMap(({ name }) => wordsOf(name)))
    const isListed = (noun: string) => listed.has(headOf(noun)) || place.aliases.has(noun)
    for (const noun of place.nouns) {
      if (isListed(noun)) continue
      found.push(...thingCandidates(here, noun, false))
      if (isAnyKind(noun, 'light', 'weapon', 'key', 'rope')) found.push(...presentedCandidates(here, noun))
    }
    for (const name of place.presented) if (!isListed(name)) found.push(...presentedCandidates(here, name))
    found.push(...depositCandidates(here), ...anchorCandidates(here), ...wantCandidates(here), ...foeCandidates(here))
  }
  const self = placeOf(memory)
  if (self) {
    const held: Site = { memory, place: self, level, attempts: memory.attempts }
    for (const thing of [...memory.carried, ...memory.along])
      found.push(...thingCandidates(held, thing.name, true, true))
    for (const thing of memory.along) found.push(...takeCandidates(held, thing))
  }
  return found
}

/** A thing seen in this many places is scenery: the sky, the fog, a wall. */
const EVERYWHERE = 3

function countSightings({ places }: Memory): ReadonlyMap<number, number> {
  const sightings = new Map<number, number>()
  for (const { things } of places.values()) for (const { id } of things) sightings.set(id, (sightings.get(id) ?? 0) + 1)
  return sightings
}

export interface Route {
  readonly distance: number
  /** The first command; null for the present place. */
  readonly first: string | null
}

/**
 * Shortest known routes from here, by breadth-first search. They avoid blocked exits and, without a light, darkness.
 */
function findRoutes(memory: Memory): ReadonlyMap<number, Route> {
  const routes = new Map<number, Route>()
  if (memory.here === null) return routes
  routes.set(memory.here, { distance: 0, first: null })
  const hasLight = heldLight(memory) !== null
  const queue = [memory.here]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const place = memory.places.get(at)
    const route = routes.get(at)
    if (!place || !route) continue
    for (const [command, to] of waysFrom(place)) {
      if (routes.has(to) || !isPassable(place, command)) continue
      if (!hasLight && memory.places.get(to)?.light === 'dark' && to !== memory.here) continue
      routes.set(to, { distance: route.distance + 1, first: route.first ?? command })
      queue.push(to)
    }
  }
  return routes
}

/** Known exits, and untried exits that should lead back. */
function waysFrom({ edges, backs, attempts }: KnownPlace): readonly (readonly [string, number])[] {
  return [...edges, ...[...backs].filter(([way]) => !edges.has(way) && !attempts.has(way))]
}

function isPassable(place: KnownPlace, command: string): boolean {
  const attempt = place.attempts.get(command)
  if (attempt?.outcome === 'died') return false
  if (place.foe !== null && command !== entranceOf(place)) return false
  return (attempt?.fails ?? 0) < 2
}
