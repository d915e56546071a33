import type { Machine } from '../zmachine/machine'
import type { MachineState } from '../zmachine/state/machine-state'
import type { PlayerSource } from './calibrate-player'
import { findDirections } from './directions'
import { readGlobals } from './globals'
import { ancestorsOf } from './object-tree'
import { findNounProperty, nounsOf } from './properties'
import { readLocation } from './read-world'
import type { TrialMachine } from './trial-machine'

/** How a story distinguishes light from dark. */
export interface LightRule {
  /** Globals that are all 0 when the player is in the dark; empty if none were found. */
  readonly globals: readonly number[]
  /** The attribute of lit locations and of things that give light. */
  readonly attribute: number
}

/** Which attributes decide what can be seen; their numbers differ from story to story. */
export interface SightRules {
  /** Each of these alone shows what is in or on an object (open, transparent, supporter). */
  readonly revealing: readonly number[]
  /** These do so only together (Inform: container and open); empty if one attribute is enough. */
  readonly revealingTogether: readonly number[]
  /** Each of these hides the object itself. */
  readonly hiding: readonly number[]
  /** Null if no difference between light and dark was found. */
  readonly light: LightRule | null
}

const MAX_SUBJECTS = 24
const FEWEST_LETTERS = 3

interface Scene {
  readonly start: MachineState
  readonly place: number
  readonly subject: number
  readonly container: number
  readonly question: string
  /** The reply if the subject is nowhere in the world. */
  readonly absent: string
}

/**
 * Finds the attributes of sight by experiment: a thing is put into a container without attributes, and the container
 * gets one attribute after the other. An attribute is revealing if the thing can then be examined. Null if no thing is
 * suitable.
 */
export function calibrateSight(trialMachine: TrialMachine, source: PlayerSource): SightRules | null {
  const { start, machine } = trialMachine
  if (start === null) return null
  trialMachine.restore(start)
  const location = readLocation(machine, source)
  const scene = location === null ? null : buildScene(trialMachine, start, source.object, location)
  if (scene === null) return null
  const { attributeCount } = machine.objects
  const all = Array.from({ length: attributeCount }, (_, attribute) => attribute)
  const hiding = all.filter(
    (attribute) =>
      !canBeSeen(trialMachine, scene, (objects) => {
        objects.insert(scene.subject, scene.place)
        objects.setAttribute(scene.subject, attribute, true)
      }),
  )
  const seenInside = (attributes: readonly number[]) =>
    canBeSeen(trialMachine, scene, (objects) => {
      objects.insert(scene.container, scene.place)
      objects.insert(scene.subject, scene.container)
      for (const attribute of all) objects.setAttribute(scene.container, attribute, attributes.includes(attribute))
    })
  if (seenInside([])) return null
  const revealing = all.filter((attribute) => seenInside([attribute]))
  const rest = all.filter((attribute) => !revealing.includes(attribute) && !hiding.includes(attribute))
  const revealingTogether = seenInside(rest)
    ? rest.filter((attribute) => !seenInside(rest.filter((other) => other !== attribute)))
    : []
  return {
    revealing,
    revealingTogether,
    hiding,
    light: calibrateLight(trialMachine, start, source, scene.subject, scene.question),
  }
}

/**
 * A thing that gets a different reply to `examine` if it is absent, and a container beside it; null if there is none.
 */
function buildScene(trialMachine: TrialMachine, start: MachineState, player: number, location: number): Scene | null {
  const { machine } = trialMachine
  trialMachine.restore(start)
  const nounProperty = findNounProperty(machine)
  if (nounProperty === null) return null
  const away = new Set([player, location, ...ancestorsOf(machine.objects, player)])
  const leaves = machine.objects.all().filter((object) => !away.has(object) && machine.objects.child(object) === 0)
  const subjects = leaves
    .filter((object) => questionAbout(machine, object, nounProperty) !== null)
    .slice(0, MAX_SUBJECTS)
  // If the location is dark, only the player's hands can be seen.
  for (const place of [location, player]) {
    for (const subject of subjects) {
      const question = questionAbout(machine, subject, nounProperty)!
      trialMachine.restore(start)
      machine.objects.remove(subject)
      const absent = trialMachine.run(question)
      const container = subjects.find((object) => object !== subject) ?? leaves.find((object) => object !== subject)
      if (absent.isInconclusive || container === undefined) continue
      const scene: Scene = { start, place, subject, container, question, absent: absent.reply }
      if (canBeSeen(trialMachine, scene, (objects) => objects.insert(subject, place))) return scene
      trialMachine.restore(start)
    }
  }
  return null
}

function questionAbout(machine: Machine, object: number, nounProperty: number): string | null {
  const words = nounsOf(machine, object, nounProperty).map((entry) => machine.text.decode(entry).text)
  // In Inform's library a compass direction is also an object, and present everywhere.
  const directions = findDirections(machine).flat()
  const noun = words.find(
    (word) => word.length >= FEWEST_LETTERS && /^[a-z]+$/.test(word) && !directions.includes(word),
  )
  return noun === undefined ? null : `examine ${noun}`
}

function canBeSeen(trialMachine: TrialMachine, scene: Scene, arrange: (objects: Machine['objects']) => void): boolean {
  trialMachine.restore(scene.start)
  arrange(trialMachine.machine.objects)
  const trial = trialMachine.run(scene.question)
  return !trial.isInconclusive && trial.reply !== scene.absent
}

/** Actions after arrival. Only globals with the same value after each sequence count. */
const SETTLING_ACTIONS = [[], ['look'], ['inventory', 'look']] as const

/**
 * Finds the attribute without which a thing in a location cannot be seen, and the globals that are 0 in the dark. Walks
 * twice into a location next to the start: unchanged, and with the attribute cleared. Null if there is none.
 */
function calibrateLight(
  trialMachine: TrialMachine,
  start: MachineState,
  source: PlayerSource,
  subject: number,
  question: string,
): LightRule | null {
  const { machine } = trialMachine
  const { objects } = machine
  trialMachine.restore(start)
  const here = readLocation(machine, source)
  let attributeAlone: LightRule | null = null
  for (const [direction] of findDirections(machine)) {
    const walked = trialMachine.runFrom(start, direction!)
    const location = readLocation(machine, source)
    if (walked.isInconclusive || location === null || location === here) continue
    const enter = (clear: number | null, actions: readonly string[]) => {
      trialMachine.restore(start)
      objects.insert(subject, location)
      if (clear !== null) objects.setAttribute(location, clear, false)
      trialMachine.run(direction!)
      return actions.map((action) => trialMachine.run(action).reply).join('')
    }
    const globalsAfter = (clear: number | null, actions: readonly string[]) => {
      enter(clear, actions)
      return readGlobals(machine)
    }
    const seen = enter(null, [question])
    trialMachine.restore(start)
    const attributes = objects.attributes(location)
    const lit = SETTLING_ACTIONS.map((actions) => globalsAfter(null, actions))
    for (const attribute of attributes) {
      if (enter(attribute, [question]) === seen) continue
      const dark = SETTLING_ACTIONS.map((actions) => globalsAfter(attribute, actions))
      const globals = lit[0]!.flatMap((value, global) =>
        value !== 0 &&
        lit.every((globals) => globals[global] === value) &&
        dark.every((globals) => globals[global] === 0)
          ? [global]
          : [],
      )
      if (globals.length > 0) return { globals, attribute }
      attributeAlone ??= { globals, attribute }
    }
  }
  return attributeAlone
}
