import { calibratePlayer, isCarriedBy } from '../facts/calibrate-player'
import type { PlayerSource } from '../facts/rules'
import { readLocation, readPlayer } from '../facts/read-world'
import { readSite } from '../facts/read-site'
import { foldName, objectName, readHeading } from '../facts/status-line'
import type { StoryKnowledge } from './story-knowledge'
import { unlessFault } from '../zmachine/fault'
import type { Machine } from '../zmachine/machine'
import { captureMachine } from '../zmachine/state/machine-state'

/** Of the search of one turn: a story may ask for it at every turn, and so take some seconds at most. */
const MOST_INSTRUCTIONS = 100_000_000

/**
 * Calibration finds the player of the start, and some stories make somebody else of it without a sign that could be
 * found there. So the place is checked at every turn: where the status line names another location than the one
 * around the player, and what lies in the player is no longer what `inventory` tells, the player is looked for anew.
 * Null where that leads nowhere, rather than a place where nobody is.
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
  trialMachine.startExperiment(MOST_INSTRUCTIONS)
  const isCarrier = isCarriedBy(trialMachine, state, readPlayer(machine, source))
  const found = isCarrier ? source : unlessFault(() => calibratePlayer(trialMachine, state), null)
  // The next experiment has all of its own.
  trialMachine.startExperiment()
  return isCarrier || (found !== null && !namesAnother(machine, knowledge, found, heading)) ? found : null
}

/** Whether the heading is the name of an object, and not that of the location around the player. */
function namesAnother(machine: Machine, { objectNames }: StoryKnowledge, source: PlayerSource, heading: string) {
  const location = readLocation(machine, source)
  const isHere = location !== null && heading.startsWith(foldName(objectName(machine, location)))
  return !isHere && objectNames.has(heading)
}
