import type { Exit, SearchLimits } from './environment'
import { findDirections } from './directions'
import { readRoom } from './facts'
import { SearchClock } from './search-clock'
import type { StoryKnowledge } from './story-knowledge'
import type { MachineState } from './zmachine/machine-state'

/** The exits of the present room by trial. Two directions to one place are two exits. Null when rooms cannot be told apart. */
export function findExits(knowledge: StoryKnowledge, state: MachineState, limits: SearchLimits): { exits: Exit[]; complete: boolean } | null {
  const { laboratory, player } = knowledge
  const { machine } = laboratory
  if (state.waiting.kind !== 'line' || (machine.header.version > 3 && player === null)) return null
  laboratory.restore(state)
  const from = readRoom(machine, player)
  const clock = new SearchClock(limits)
  const exits: Exit[] = []
  for (const words of findDirections(machine)) {
    for (const direction of words) {
      if (!clock.allowsTrial()) return { exits, complete: false }
      const trial = laboratory.attempt(state, direction)
      if (trial.isVoid) continue
      const to = readRoom(machine, player)
      if (to === from || knowledge.endings.isAtEnd(machine) === true) continue
      exits.push({ direction, to, reply: trial.reply })
      break
    }
  }
  return { exits, complete: true }
}
