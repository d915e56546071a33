import type { Counters, CounterSource } from './calibrate-counters'
import type { CounterDoubts } from './game-state'
import { readGlobal, signed } from './globals'
import { readShownCounters, readStatusLine } from './status-line'
import type { Machine } from './zmachine/machine'

export const NO_DOUBTS: CounterDoubts = { score: false, moves: false }

/** Calibration can be wrong where the status line can tell: from the first contradiction on, a counter is unknown. */
export function doubtCounters(machine: Machine, { score, moves }: Counters, doubts: CounterDoubts): CounterDoubts {
  if (score?.isShown !== true && moves?.isShown !== true) return doubts
  const shown = readShownCounters(readStatusLine(machine))
  const contradicts = (source: CounterSource | null, told: number | null) => source?.isShown === true && told !== null && told !== signed(readGlobal(machine, source.global))
  const now = { score: doubts.score || contradicts(score, shown.score), moves: doubts.moves || contradicts(moves, shown.moves) }
  return now.score === doubts.score && now.moves === doubts.moves ? doubts : now
}
