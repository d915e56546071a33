import { findDirections } from './directions'
import { readLocation } from './read-world'
import { readGlobals } from './globals'
import type { LightRule, PlayerSource } from './rules'
import type { TrialMachine } from './trial-machine'
import type { MachineState } from '../zmachine/state/machine-state'

/** Different actions on arrival: only what is the same after all of them counts. */
const SETTLING_ACTIONS = [[], ['look'], ['inventory', 'look']] as const

/**
 * Finds the attribute without which a thing in a location cannot be seen, and the globals that are set in the light and
 * 0 in the dark, by walking twice into a location next to the start: as it is, and with the attribute cleared. Null
 * when there is none.
 */
export function calibrateLight(
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
    const attributes = Array.from({ length: objects.attributeCount }, (_, attribute) => attribute).filter((attribute) =>
      objects.hasAttribute(location, attribute),
    )
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
