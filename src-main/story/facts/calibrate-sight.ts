import { calibrateLight } from './calibrate-light'
import { findDirections } from './directions'
import { readLocation } from './read-world'
import type { TrialMachine } from './trial-machine'
import { findNounProperty, nounsOf } from './nouns'
import { ancestorsOf } from './object-tree'
import type { PlayerSource, SightRules } from './rules'
import type { Machine } from '../zmachine/machine'
import type { MachineState } from '../zmachine/state/machine-state'

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
 * Finds the attributes of sight by experiment: a thing that can be examined is put into a container without attributes,
 * which is given one attribute after the other; an attribute with which the thing can be examined again reveals.
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

/** A subject that gets another reply when it is absent, and a container beside it. */
function buildScene(trialMachine: TrialMachine, start: MachineState, player: number, location: number): Scene | null {
  const { machine } = trialMachine
  trialMachine.restore(start)
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
  // In Inform's library a compass direction is an object too, and present everywhere.
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
