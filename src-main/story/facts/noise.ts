import { UNKNOWN_WORD, type TrialMachine } from './trial-machine'
import { compareWorlds, keysOf, movedKey, type Noise } from './world-diff'
import type { MachineState } from '../zmachine/state/machine-state'

/** Actions that do nothing to the world: what changes after them changes by itself. */
const NULL_ACTIONS = ['wait', 'look', UNKNOWN_WORD]
const LONG_WAIT_TURNS = 40
const ORDINARY_ACTIONS = ['inventory', 'examine me', 'take all']

/** What null actions change in one state. The player's own place is never noise: a drifting boat matters. */
export function findNoise(trialMachine: TrialMachine, state: MachineState, player: number | null): Set<string> {
  const noise = new Set<string>()
  for (const action of NULL_ACTIONS) {
    if (trialMachine.runFrom(state, action).isInconclusive) continue
    for (const key of keysOf(compareWorlds(trialMachine.machine, state.image.dynamic, trialMachine.machine.memory)))
      noise.add(key)
  }
  if (player !== null) noise.delete(movedKey(player))
  return noise
}

/**
 * What changes whatever the player does: actors, clocks, the parser's variables. Found by a long wait from the start,
 * so it is the same for every state of the story.
 */
export function findLastingNoise(trialMachine: TrialMachine, player: number | null): Noise {
  const { start, machine } = trialMachine
  const noise = new Set<string>()
  if (start === null) return noise
  trialMachine.restore(start)
  let before = start.image.dynamic
  for (let turn = 0; turn < LONG_WAIT_TURNS; turn++) {
    if (trialMachine.run(NULL_ACTIONS[turn % 4 === 3 ? 1 + ((turn >> 2) % 2) : 0]!).isInconclusive) break
    const after = machine.memory.slice(0, machine.header.staticBase)
    for (const key of keysOf(compareWorlds(machine, before, after))) noise.add(key)
    before = after
  }
  // Changes by every command in globals and in the player's attributes are the parser's.
  for (const action of ORDINARY_ACTIONS) {
    if (trialMachine.runFrom(start, action).isInconclusive) continue
    for (const key of keysOf(compareWorlds(machine, start.image.dynamic, machine.memory)))
      if (key.startsWith('g') || key.startsWith(`a${player}.`)) noise.add(key)
  }
  if (player !== null) noise.delete(movedKey(player))
  return noise
}
