import { readStatedCounters, type Counters, type CounterSource } from '../facts/calibrate-counters'
import type { CounterDoubts } from '../facts/game-state'
import { signed } from '../facts/globals'
import { readShownCounters, readStatusLine } from '../facts/status-line'
import type { StoryKnowledge } from './story-knowledge'
import type { Machine } from '../zmachine/machine'
import { captureMachine } from '../zmachine/state/machine-state'

export const NO_DOUBTS: CounterDoubts = { score: false, moves: false }

/**
 * Calibration can be wrong: a score that is the sum of several globals looks, at the start, like one of them. So every
 * turn is checked, against the status line or, if that shows no counter, against the reply to `score` on a snapshot.
 * After the first contradiction a counter is unknown.
 */
export function doubtCounters(machine: Machine, knowledge: StoryKnowledge, doubts: CounterDoubts): CounterDoubts {
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
  // The stated moves may include the turn of asking.
  const moves =
    doubts.moves ||
    (counters.moves?.isShown === true
      ? contradicts(counters.moves, shown.moves, 0)
      : contradicts(counters.moves, asked.moves, 1))
  return score === doubts.score && moves === doubts.moves ? doubts : { score, moves }
}

function needsAsking({ score, moves }: Counters, doubts: CounterDoubts): boolean {
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
