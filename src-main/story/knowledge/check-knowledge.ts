import type { InvalidCounters, FoundPlayer } from '../environment'
import { readStatedCounters, type Counters, type CounterSource } from '../facts/calibrate-counters'
import { calibratePlayer, isCarriedBy, type PlayerSource } from '../facts/calibrate-player'
import { readLocation, readPlayer } from '../facts/read-world'
import { readShownCounters, readStatusLine, foldName, objectName, readHeading } from '../facts/status-line'
import { catchFault } from '../zmachine/fault'
import type { Machine } from '../zmachine/machine'
import { signed } from '../zmachine/memory/machine-space'
import { captureMachine } from '../zmachine/state/machine-state'
import type { StoryKnowledge } from './story-knowledge'

export const NO_DOUBTS: InvalidCounters = { score: false, moves: false }

/**
 * Compares the counters with the status line, or with the reply to `score` on a snapshot, after each turn. Calibration
 * can be wrong: at the start, a score that is the sum of several globals looks like one of them. A counter is unknown
 * after its first contradiction.
 */
export function verifyCounters(machine: Machine, knowledge: StoryKnowledge, doubts: InvalidCounters): InvalidCounters {
  const { counters } = knowledge
  if (knowledge.countersAreStandard) return doubts
  const shown = readShownCounters(readStatusLine(machine))
  const asked = needsAsking(counters, doubts) ? askCounters(machine, knowledge) : shown
  const contradicts = (source: CounterSource | null, stated: number | null, mayBeLater: number) => {
    if (source === null || stated === null) return false
    const value = signed(machine.readWord(source.address))
    return stated !== value && stated !== value + mayBeLater
  }
  const score =
    doubts.score || contradicts(counters.score, counters.score?.isShown === true ? shown.score : asked.score, 0)
  // The number of moves in the reply may include the command `score` itself.
  const moves =
    doubts.moves ||
    (counters.moves?.isShown === true
      ? contradicts(counters.moves, shown.moves, 0)
      : contradicts(counters.moves, asked.moves, 1))
  return score === doubts.score && moves === doubts.moves ? doubts : { score, moves }
}

function needsAsking({ score, moves }: Counters, doubts: InvalidCounters): boolean {
  return (score?.isShown === false && !doubts.score) || (moves?.isShown === false && !doubts.moves)
}

function askCounters(
  machine: Machine,
  { trialMachine }: StoryKnowledge,
): { readonly score: number | null; readonly moves: number | null } {
  if (machine.waiting.kind !== 'line') return { score: null, moves: null }
  trialMachine.startExperiment()
  const { reply, isInconclusive } = trialMachine.runFrom(captureMachine(machine), 'score')
  return isInconclusive ? { score: null, moves: null } : readStatedCounters(reply, null)
}

/** Maximum number of instructions of a search in one turn. They take some seconds. */
const MAX_INSTRUCTIONS = 100_000_000

/**
 * Finds the player again if it became another object. Most stories name the player in a global and need no search; the
 * others do not announce a change. A search starts if the status line names another location than the player's and
 * `inventory` does not list the player's contents. A failed search is repeated when the heading changes, because some
 * places refuse `inventory`. Returns null while the player is the object that it was at the start.
 */
export function watchPlayer(
  machine: Machine,
  knowledge: StoryKnowledge,
  found: FoundPlayer | null,
): FoundPlayer | null {
  const { trialMachine } = knowledge
  const source = found === null ? knowledge.player : found.player
  const canChange = knowledge.player !== null && source?.global == null && machine.header.version > 3
  if (!canChange || machine.readSite() !== trialMachine.startSite) return found
  const heading = readHeading(machine)
  if (heading === null) return found
  if (source === null ? found?.heading === heading : !namesAnother(machine, knowledge, source, heading)) return found
  const state = captureMachine(machine)
  trialMachine.startExperiment(MAX_INSTRUCTIONS)
  const isCarrier = source !== null && isCarriedBy(trialMachine, state, readPlayer(machine, source))
  const player = isCarrier ? source : catchFault(() => calibratePlayer(trialMachine, state), null)
  // The next experiment has its own budget.
  trialMachine.startExperiment()
  if (isCarrier) return found
  return { player: player === null || namesAnother(machine, knowledge, player, heading) ? null : player, heading }
}

/** Whether the heading names an object other than the player's location. */
function namesAnother(machine: Machine, { objectNames }: StoryKnowledge, source: PlayerSource, heading: string) {
  const location = readLocation(machine, source)
  const isHere = location !== null && heading.startsWith(foldName(objectName(machine, location)))
  return !isHere && objectNames.has(heading)
}
