import type { ObjectTable } from '../zmachine/memory/object-table'
import type { MachineState } from '../zmachine/state/machine-state'
import { findDirections } from './directions'
import { readGlobal, readGlobals, writeGlobal } from './globals'
import { ancestorsOf, childrenOf, descendantsOf } from './object-tree'
import { findNounProperty, nounsOf } from './properties'
import { objectName, readStatusLine } from './status-line'
import type { TrialMachine } from './trial-machine'

/** How to find the player and the location around it in any state of the story. */
export interface PlayerSource {
  /** The player's object at the start. */
  readonly object: number
  /** The global that contains the player's object number; null if none was found. */
  readonly global: number | null
  /** The object that holds all locations, or 0 if locations have no parent. */
  readonly locationsHolder: number
}

const PLAYER_DEPTH = 3
const MAX_PROPS = 6
const FEWEST_PROPS = 3
const MANY_CHILDREN = 8
const MAX_CANDIDATES = 400

/**
 * Finds the player by experiment: `inventory` lists the things that are put into the player. Candidates are the objects
 * that moved with the location, and those in the location that the story names. `start` must be a parser's prompt. Null
 * if no candidate passes.
 */
export function calibratePlayer(trialMachine: TrialMachine, start = trialMachine.start): PlayerSource | null {
  if (start === null) return null
  const walkers = findWalkers(trialMachine, start)
  const locations = findNamedLocations(trialMachine, start)
  trialMachine.restore(start)
  const { objects } = trialMachine.machine
  const nearby = locations.flatMap((location) => descendantsOf(objects, location, PLAYER_DEPTH))
  const candidates = [...new Set([...walkers.map(({ object }) => object), ...nearby])]
  const props = findProps(trialMachine, start, candidates)
  const likely = candidates.filter((candidate) => carries(trialMachine, start, candidate, props))
  const carriers =
    likely.length > 0
      ? likely
      : placedObjects(objects).filter((candidate) => carries(trialMachine, start, candidate, props.slice(0, 1)))
  trialMachine.restore(start)
  // `inventory` may also list the contents of a carried sack, so the player is the outermost.
  const player = carriers.find(
    (carrier) => !ancestorsOf(objects, carrier).some((ancestor) => carriers.includes(ancestor)),
  )
  if (player === undefined) return null
  const walk = walkers.find(({ object }) => object === player)
  const locationsHolder = walk?.locationsHolder ?? findLocationsHolder(trialMachine, start, player, locations)
  if (locationsHolder === null) return null
  return { object: player, global: findPlayerGlobal(trialMachine, start, player, props), locationsHolder }
}

/** Objects that have a parent, for a search without likely candidates. */
function placedObjects(objects: ObjectTable): number[] {
  return objects
    .all()
    .slice(0, MAX_CANDIDATES)
    .filter((object) => objects.parent(object) !== 0)
}

interface Walker {
  readonly object: number
  readonly locationsHolder: number
}

/** Objects that a direction word moved from one location to another. Locations have the same parent. */
function findWalkers(trialMachine: TrialMachine, start: MachineState): Walker[] {
  const { machine } = trialMachine
  const { objects } = machine
  const parents = () => objects.all().map((object) => objects.parent(object))
  trialMachine.restore(start)
  const before = parents()
  const counts = new Map<number, { count: number; locationsHolder: number }>()
  for (const [direction] of findDirections(machine)) {
    if (trialMachine.runFrom(start, direction!).isInconclusive) continue
    parents().forEach((to, index) => {
      const from = before[index]!
      if (from === 0 || to === 0 || from === to) return
      // The object must have moved to a location, from another one or from a vehicle in one.
      const locationsHolder = objects.parent(to)
      if (![from, ...ancestorsOf(objects, from)].some((place) => objects.parent(place) === locationsHolder)) return
      counts.set(index + 1, { count: (counts.get(index + 1)?.count ?? 0) + 1, locationsHolder })
    })
  }
  return [...counts]
    .sort((a, b) => b[1].count - a[1].count)
    .map(([object, { locationsHolder }]) => ({ object, locationsHolder }))
}

/** Objects whose names the story shows as the location at the start; in v1–3 the object in global 0. */
function findNamedLocations(trialMachine: TrialMachine, start: MachineState): number[] {
  const { machine } = trialMachine
  const { objects } = machine
  trialMachine.restore(start)
  if (machine.header.version <= 3) {
    const location = readGlobal(machine, 0)
    return location > 0 && location <= objects.count ? [location] : []
  }
  const reply = trialMachine.run('look').reply
  const titles = [
    readStatusLine(machine) ?? '',
    ...reply
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, 2),
  ].map((line) => line.trim().toLowerCase())
  return objects.all().filter((object) => {
    const name = objectName(machine, object).trim().toLowerCase()
    return name.length > 1 && objects.child(object) !== 0 && titles.some((title) => title.startsWith(name))
  })
}

/** Things to put into a candidate: empty objects with a noun, or any empty object if there are too few. */
function findProps(trialMachine: TrialMachine, start: MachineState, candidates: readonly number[]): number[] {
  const { machine } = trialMachine
  const { objects } = machine
  trialMachine.restore(start)
  const nounProperty = findNounProperty(machine)
  const leaves = objects
    .all()
    .filter((object) => objects.child(object) === 0 && objects.parent(object) !== 0 && !candidates.includes(object))
  const things =
    nounProperty === null ? [] : leaves.filter((object) => nounsOf(machine, object, nounProperty).length > 0)
  const props = things.length >= FEWEST_PROPS ? things : leaves
  // Spread over the table, because neighbors are often unsuitable together, such as compass directions or scenery.
  const step = Math.max(1, Math.floor(props.length / MAX_PROPS))
  return props.filter((_, index) => index % step === step - 1).slice(0, MAX_PROPS)
}

/** Whether `inventory` lists the contents of the object in this state. */
export function isCarriedBy(trialMachine: TrialMachine, state: MachineState, object: number): boolean {
  return carries(trialMachine, state, object, findProps(trialMachine, state, [object]))
}

function carries(
  trialMachine: TrialMachine,
  start: MachineState,
  candidate: number,
  props: readonly number[],
): boolean {
  const empty = trialMachine.runFrom(start, 'inventory')
  if (empty.isInconclusive) return false
  return props.some((prop) => {
    trialMachine.restore(start)
    const { objects } = trialMachine.machine
    if (prop === candidate || objects.parent(prop) === candidate || ancestorsOf(objects, candidate).includes(prop))
      return false
    objects.insert(prop, candidate)
    const full = trialMachine.run('inventory')
    if (full.isInconclusive || full.reply === empty.reply) return false
    // The reply may differ because the thing is missing from its old place, not because the candidate carries it.
    trialMachine.restore(start)
    objects.remove(prop)
    return full.reply !== trialMachine.run('inventory').reply
  })
}

/**
 * The object that holds all locations: the parent of the player's ancestor that the story names as the location, else
 * the outermost ancestor if it has many children, else 0. Null if the player has no ancestor.
 */
function findLocationsHolder(
  trialMachine: TrialMachine,
  start: MachineState,
  player: number,
  locations: readonly number[],
): number | null {
  trialMachine.restore(start)
  const { objects } = trialMachine.machine
  const ancestors = ancestorsOf(objects, player)
  const location = ancestors.find((ancestor) => locations.includes(ancestor))
  if (location !== undefined) return objects.parent(location)
  const outermost = ancestors.at(-1)
  if (outermost === undefined) return null
  return ancestors.length > 1 && childrenOf(objects, outermost).length >= MANY_CHILDREN ? outermost : 0
}

/** The global that decides whose possessions `inventory` lists; null if there is none. */
function findPlayerGlobal(
  trialMachine: TrialMachine,
  start: MachineState,
  player: number,
  props: readonly number[],
): number | null {
  const { machine } = trialMachine
  trialMachine.restore(start)
  const holding = readGlobals(machine).flatMap((value, global) => (value === player ? [global] : []))
  const stranger = props.find((prop) => machine.objects.parent(prop) !== player)
  if (stranger === undefined) return null
  const replyOf = (global: number, thing: number | null) => {
    trialMachine.restore(start)
    writeGlobal(machine, global, stranger)
    if (thing !== null) machine.objects.insert(thing, stranger)
    return trialMachine.run('inventory')
  }
  return (
    holding.find((global) => {
      const empty = replyOf(global, null)
      return (
        !empty.isInconclusive &&
        props.some(
          (prop) =>
            prop !== stranger &&
            !ancestorsOf(machine.objects, stranger).includes(prop) &&
            replyOf(global, prop).reply !== empty.reply,
        )
      )
    }) ?? null
  )
}
