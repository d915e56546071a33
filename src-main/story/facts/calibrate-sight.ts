import { calibrateLight, type LightRule } from './calibrate-light'
import type { PlayerSource } from './calibrate-player'
import { findDirections } from './directions'
import { readLocation } from './facts'
import type { Laboratory } from './laboratory'
import { findNounProperty, nounsOf } from './nouns'
import { ancestorsOf } from './object-tree'
import type { Machine } from '../zmachine/machine'
import type { MachineState } from '../zmachine/state/machine-state'

/** Which attributes decide what can be seen. Found once per story; attribute numbers differ from story to story. */
export interface SightRules {
  /** Any one of these on an object shows what is in or on it (open, transparent, supporter). */
  readonly revealing: readonly number[]
  /** All of these together do so (Inform: container and open); empty when one alone is enough. */
  readonly revealingTogether: readonly number[]
  /** Any one of these keeps an object itself out of sight. */
  readonly hiding: readonly number[]
  /** Null where light makes no difference that could be found. */
  readonly light: LightRule | null
}

const MOST_SUBJECTS = 24
const FEWEST_LETTERS = 3

interface Scene {
  readonly start: MachineState
  readonly place: number
  readonly subject: number
  readonly container: number
  readonly question: string
  /** The reply when the subject is nowhere. */
  readonly absent: string
}

/**
 * Learns the attributes of sight by experiment: a thing that can be examined in a location is put into a bare
 * container, and the container is given one attribute after the other; where the thing can be examined again, the
 * attribute reveals.
 */
export function calibrateSight(laboratory: Laboratory, source: PlayerSource): SightRules | null {
  const { start, machine } = laboratory
  if (start === null) return null
  laboratory.restore(start)
  const location = readLocation(machine, source)
  const scene = location === null ? null : buildScene(laboratory, start, source.object, location)
  if (scene === null) return null
  const { attributeCount } = machine.objects
  const all = Array.from({ length: attributeCount }, (_, attribute) => attribute)
  const hiding = all.filter(
    (attribute) =>
      !canBeSeen(laboratory, scene, (objects) => {
        objects.insert(scene.subject, scene.place)
        objects.setAttribute(scene.subject, attribute, true)
      }),
  )
  const seenInside = (attributes: readonly number[]) =>
    canBeSeen(laboratory, scene, (objects) => {
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
    light: calibrateLight(laboratory, start, source, scene.subject, scene.question),
  }
}

/** A subject that answers differently when it is there and when it is not, and a container beside it. */
function buildScene(laboratory: Laboratory, start: MachineState, player: number, location: number): Scene | null {
  const { machine } = laboratory
  laboratory.restore(start)
  const nounProperty = findNounProperty(machine)
  if (nounProperty === null) return null
  const away = new Set([player, location, ...ancestorsOf(machine.objects, player)])
  const leaves = Array.from({ length: machine.objects.count }, (_, index) => index + 1).filter(
    (object) => !away.has(object) && machine.objects.child(object) === 0,
  )
  const subjects = leaves
    .filter((object) => questionAbout(machine, object, nounProperty) !== null)
    .slice(0, MOST_SUBJECTS)
  // In the location first; in the player's hands where the location is dark.
  for (const place of [location, player]) {
    for (const subject of subjects) {
      const question = questionAbout(machine, subject, nounProperty)!
      laboratory.restore(start)
      machine.objects.remove(subject)
      const absent = laboratory.proceed(question)
      const container = subjects.find((object) => object !== subject) ?? leaves.find((object) => object !== subject)
      if (absent.isVoid || container === undefined) continue
      const scene: Scene = { start, place, subject, container, question, absent: absent.reply }
      if (canBeSeen(laboratory, scene, (objects) => objects.insert(subject, place))) return scene
      laboratory.restore(start)
    }
  }
  return null
}

function questionAbout(machine: Machine, object: number, nounProperty: number): string | null {
  const words = nounsOf(machine, object, nounProperty).map((entry) => machine.text.decode(entry).text)
  // A compass direction is an object of Inform's too, and is everywhere.
  const directions = findDirections(machine).flat()
  const noun = words.find(
    (word) => word.length >= FEWEST_LETTERS && /^[a-z]+$/.test(word) && !directions.includes(word),
  )
  return noun === undefined ? null : `examine ${noun}`
}

function canBeSeen(laboratory: Laboratory, scene: Scene, arrange: (objects: Machine['objects']) => void): boolean {
  laboratory.restore(scene.start)
  arrange(laboratory.machine.objects)
  const trial = laboratory.proceed(scene.question)
  return !trial.isVoid && trial.reply !== scene.absent
}
