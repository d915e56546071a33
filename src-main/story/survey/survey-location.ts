import { directionOf } from '@shared/map/direction'
import type { DoorState, LocationSurvey, SurveyedExit } from '@shared/map/location-survey'
import type { LocationScene, GameEnvironment } from '../environment'
import { findDirections } from '../facts/directions'
import { openingAttributes, openness, hasChanged } from '../facts/location-scene'
import { readLocation } from '../facts/read-world'
import { objectName } from '../facts/status-line'
import type { Trial } from '../facts/trial-machine'
import { nameObjects } from '../grammar/noun-phrases'
import type { StoryKnowledge } from '../knowledge/story-knowledge'
import { signed } from '../zmachine/memory/machine-space'
import { captureMachine, type MachineState } from '../zmachine/state/machine-state'

/** A seed other than the current one, with which random outcomes may differ. */
const OTHER_SEED = 4711

interface Walk {
  /** The location that was reached; null if there is none (`reachedBy`). */
  readonly to: number | null
  /** The thing that was opened on the way, or null: Inform's library opens closed doors before it walks. */
  readonly opened: number | null
}

interface FoundDoor {
  readonly door: number
  readonly state: DoorState
}

/**
 * Finds the exits of a location and their doors by trial. A door is a thing that must be open for a direction to lead
 * on, or that the game opens on the way.
 */
export function surveyLocation(knowledge: StoryKnowledge, state: MachineState, scene: LocationScene): LocationSurvey {
  const { location, light } = scene
  const things = [...scene.things.keys()]
  const { trialMachine, player, endings, sight, vocabulary, counters } = knowledge
  const { machine } = trialMachine
  const opening = openingAttributes(sight)
  const readScore = () => (counters.score === null ? 0 : signed(machine.readWord(counters.score.address)))
  trialMachine.startExperiment()
  trialMachine.restore(state)
  const score = readScore()

  if (light === 'none' || reachedBy(trialMachine.runFrom(state, 'wait')) !== null)
    return { location, light, exits: null }
  const turnedState = turned(things)
  const exits = findDirections(machine).flatMap(([word]): SurveyedExit[] => {
    const direction = directionOf(word!)
    if (direction === null) return []
    const asIs = walk(state, word!)
    const ifTurned = things.length > 0 && opening.length > 0 ? walk(turnedState, word!) : asIs
    const found = findDoor(word!, asIs, ifTurned)
    const to = asIs.to ?? (found === null ? null : ifTurned.to)
    if (to === null) return []
    const isCertain = leadsThere(asIs.to === null ? turnedState : state, word!, to)
    return [
      {
        direction,
        to: isCertain ? to : null,
        door: found && { id: found.door, name: objectName(machine, found.door), state: found.state },
      },
    ]
  })
  return { location, light, exits }

  /**
   * The location to which a trial led. Null if it led nowhere, to the end, or to a lower score: a player who dies wakes
   * up elsewhere.
   */
  function reachedBy(trial: Trial): number | null {
    const to = trial.isInconclusive ? null : readLocation(machine, player)
    return to === location || endings.isAtEnd(machine, trial.reply) === true || readScore() < score ? null : to
  }

  function walk(from: MachineState, word: string): Walk {
    trialMachine.restore(from)
    const before = things.map((thing) => openness(machine, thing, sight))
    const to = reachedBy(trialMachine.run(word))
    return {
      to,
      opened:
        to === null ? null : (things.find((thing, index) => openness(machine, thing, sight) !== before[index]) ?? null),
    }
  }

  /** The state with open things closed and closed things open. */
  function turned(objects: readonly number[]): MachineState {
    trialMachine.restore(state)
    for (const object of objects)
      for (const attribute of opening)
        machine.objects.setAttribute(object, attribute, !machine.objects.hasAttribute(object, attribute))
    return captureMachine(machine)
  }

  function findDoor(word: string, asIs: Walk, ifTurned: Walk): FoundDoor | null {
    if (asIs.opened !== null) return { door: asIs.opened, state: 'closed' }
    const isOpen = asIs.to !== null
    if (isOpen && ifTurned.opened !== null) return { door: ifTurned.opened, state: 'open' }
    if (isOpen === (ifTurned.to !== null)) return null
    const door = things.find((thing) => (walk(turned([thing]), word).to !== null) !== isOpen)
    return door === undefined ? null : { door, state: isOpen ? 'open' : stateOfClosed(door, word) }
  }

  function stateOfClosed(door: number, word: string): DoorState {
    trialMachine.restore(state)
    const phrase = vocabulary === null ? undefined : nameObjects(machine, vocabulary, things).get(door)
    if (phrase === undefined) return 'closed'
    const { reply } = trialMachine.run(`open ${phrase}`)
    const opens = reachedBy(trialMachine.run(word)) !== null
    return !opens && /\b(?:un)?lock(?:ed)?\b/i.test(reply) ? 'locked' : 'closed'
  }

  /** False if the destination is random. */
  function leadsThere(from: MachineState, word: string, to: number): boolean {
    trialMachine.restore(from)
    machine.random.seed(OTHER_SEED)
    return reachedBy(trialMachine.run(word)) === to
  }
}

/** Surveys a location at the first visit, and after something in it has changed: a survey takes about thirty trials. */
export class Surveyor {
  readonly #scenes = new Map<number, LocationScene>()

  /** Null if nothing has changed or no survey is possible. */
  survey(environment: GameEnvironment): LocationSurvey | null {
    const scene = environment.getLocationScene()
    if (scene === null || environment.input.kind !== 'line' || environment.gameOver() === true) return null
    const before = this.#scenes.get(scene.location)
    this.#scenes.set(scene.location, scene)
    return before === undefined || hasChanged(before, scene) ? environment.getSurvey() : null
  }
}
