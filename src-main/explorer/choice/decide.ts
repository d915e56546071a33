import type { ActionCandidate, RetryLevel } from './candidate'
import { findCandidates } from './candidates'
import { type Memory, placeOf } from '../memory/memory'
import { phraseFor } from '../memory/naming'
import { findReflex, type Reflex } from './reflexes'
import { findRoutes, type Route } from './routes'
import { noise } from '../memory/seeded-noise'
import { heldLight, heldWeapon } from './worth'

/** The record of a decision: what was weighed and why this was chosen. What the explorer says is a rendering of it. */
export interface Decision {
  readonly command: string
  readonly reflex: Reflex | null
  /** Best first; empty where a reflex answered. */
  readonly ranked: readonly RankedCandidate[]
  readonly retryLevel: RetryLevel
}

export interface RankedCandidate extends ActionCandidate {
  readonly utility: number
  readonly distance: number
  /** The command that brings it nearer: its own where the place is this one. */
  readonly first: string
}

export interface Chance {
  readonly seed: number
  /** Scales the noise that breaks ties, and nothing else. */
  readonly temperature: number
}

const STANDARD = 0.09
const LEVELS = [0, 1, 2, 3] as const

export function decide(memory: Memory, chance: Chance): Decision {
  const reflex = findReflex(memory)
  if (reflex) return { command: reflex.command, reflex, ranked: [], retryLevel: 0 }
  const routes = findRoutes(memory)
  for (const retryLevel of LEVELS) {
    const ranked = rank(memory, findCandidates(memory, retryLevel), routes, chance)
    const best = ranked[0]
    if (best && best.utility >= STANDARD)
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
    const slope = candidate.goal === 'deliver' ? 0.2 : 0.3
    const peril = place.foe !== null && !isArmed && place.id !== memory.here ? 0.01 : 1
    const shade = place.light === 'dark' && !hasLight ? 0.05 : 1
    const tie = 1 + 0.12 * chance.temperature * (noise(chance.seed, `${candidate.place}|${candidate.command}`) - 0.5)
    const atHand =
      candidate.place === memory.here && candidate.goal !== 'explore' && candidate.prior >= WORTH_A_TURN ? AT_HAND : 1
    const utility = (candidate.prior * atHand * shade * peril * tie) / (1 + slope * route.distance) / (1 + place.danger)
    return [{ ...candidate, utility, distance: route.distance, first }]
  })
  return ranked.toSorted((a, b) => b.utility - a.utility || a.place - b.place || (a.command < b.command ? -1 : 1))
}

/** What is worth a turn is done before one leaves: to come back for it would take many more. */
const WORTH_A_TURN = 1.5
const AT_HAND = 2.6

/** Walking where the explorer has walked time and again of late, without anything new to show for it. */
function isCircling(memory: Memory, command: string): boolean {
  const to = placeOf(memory)?.edges.get(command)
  if (to === undefined || memory.turn - memory.lastProgress <= MANY_STEPS) return false
  return memory.trail.filter(({ place }) => place === to).length > MOST_RETURNS
}

const MANY_STEPS = 12
const MOST_RETURNS = 3

/** Before a step into a place known as dark the light goes on. */
function lightFirst(memory: Memory, best: RankedCandidate): string | null {
  const to = placeOf(memory)?.edges.get(best.first)
  const light = heldLight(memory)
  if (to === undefined || memory.places.get(to)?.light !== 'dark' || memory.lightIsOn || !light) return null
  const command = `turn on ${phraseFor(light.name, memory)}`
  return (memory.attempts.get(command)?.fails ?? 0) < 2 ? command : null
}

const PASTIMES = ['wait', 'listen', 'look', 'jump']

/** Nothing is left to try: let time pass, or walk to where the explorer has been least. */
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
