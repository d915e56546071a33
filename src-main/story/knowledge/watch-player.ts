import { calibratePlayer, isCarriedBy } from '../facts/calibrate-player'
import type { PlayerSource } from '../facts/rules'
import { readLocation, readPlayer } from '../facts/read-world'
import { readSite } from '../facts/read-site'
import { foldName, objectName, readHeading } from '../facts/status-line'
import type { StoryKnowledge } from './story-knowledge'
import { unlessFault } from '../zmachine/fault'
import type { Machine } from '../zmachine/machine'
import { captureMachine } from '../zmachine/state/machine-state'

/** Most instructions of the search of one turn: some seconds, even if a story causes it at every turn. */
const MAX_INSTRUCTIONS = 100_000_000

/**
 * Calibration finds the player of the start; in some stories the player later becomes another object, without a global
 * that says so. So every turn is checked: when the status line names another location than the one around the player,
 * and `inventory` no longer lists what is in the player, the player is searched again. Null when that fails.
 */
export function watchPlayer(
  machine: Machine,
  knowledge: StoryKnowledge,
  source: PlayerSource | null,
): PlayerSource | null {
  const { trialMachine } = knowledge
  if (source === null || machine.header.version <= 3 || readSite(machine) !== trialMachine.startSite) return source
  const heading = readHeading(machine)
  if (heading === null || !namesAnother(machine, knowledge, source, heading)) return source
  const state = captureMachine(machine)
  trialMachine.startExperiment(MAX_INSTRUCTIONS)
  const isCarrier = isCarriedBy(trialMachine, state, readPlayer(machine, source))
  const found = isCarrier ? source : unlessFault(() => calibratePlayer(trialMachine, state), null)
  // The next experiment has its own budget.
  trialMachine.startExperiment()
  return isCarrier || (found !== null && !namesAnother(machine, knowledge, found, heading)) ? found : null
}

/** Whether the heading names an object other than the location around the player. */
function namesAnother(machine: Machine, { objectNames }: StoryKnowledge, source: PlayerSource, heading: string) {
  const location = readLocation(machine, source)
  const isHere = location !== null && heading.startsWith(foldName(objectName(machine, location)))
  return !isHere && objectNames.has(heading)
}
