import { calibratePlayer, isCarriedBy } from '../facts/calibrate-player'
import type { FoundPlayer } from '../facts/game-state'
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
 * Calibration finds the player of the start. Most stories name the player in a global; in the others the player may
 * become another object without a sign. There every turn is checked: when the status line names another location than
 * the one around the player, and `inventory` does not list what is in the player, the player is searched again. A
 * failed search is repeated when the heading changes: in some places `inventory` is refused. Returns null while the
 * player is the one of the start.
 */
export function watchPlayer(
  machine: Machine,
  knowledge: StoryKnowledge,
  found: FoundPlayer | null,
): FoundPlayer | null {
  const { trialMachine } = knowledge
  const source = found === null ? knowledge.player : found.player
  const canChange = knowledge.player !== null && source?.global == null && machine.header.version > 3
  if (!canChange || readSite(machine) !== trialMachine.startSite) return found
  const heading = readHeading(machine)
  if (heading === null) return found
  if (source === null ? found?.heading === heading : !namesAnother(machine, knowledge, source, heading)) return found
  const state = captureMachine(machine)
  trialMachine.startExperiment(MAX_INSTRUCTIONS)
  const isCarrier = source !== null && isCarriedBy(trialMachine, state, readPlayer(machine, source))
  const player = isCarrier ? source : unlessFault(() => calibratePlayer(trialMachine, state), null)
  // The next experiment has its own budget.
  trialMachine.startExperiment()
  if (isCarrier) return found
  return { player: player === null || namesAnother(machine, knowledge, player, heading) ? null : player, heading }
}

/** Whether the heading names an object other than the location around the player. */
function namesAnother(machine: Machine, { objectNames }: StoryKnowledge, source: PlayerSource, heading: string) {
  const location = readLocation(machine, source)
  const isHere = location !== null && heading.startsWith(foldName(objectName(machine, location)))
  return !isHere && objectNames.has(heading)
}
