import type { Exit, SearchLimits } from '../environment'
import { findDirections } from '../facts/directions'
import { readLocation } from '../facts/read-world'
import { splitPrompt } from '../facts/trial-machine'
import { readSurroundings } from '../grammar/noun-phrases'
import type { StoryKnowledge } from '../knowledge/story-knowledge'
import type { MachineState } from '../zmachine/state/machine-state'
import { SearchClock } from './action-trials'

interface FoundExits {
  readonly exits: Exit[]
  /** False if a limit stopped the search. */
  readonly complete: boolean
}

/**
 * Finds the exits of the location by trying every direction word, and `enter` with every thing at hand, which counts if
 * no other exit leads to the same place. Null if locations cannot be distinguished, or if the story does not wait for a
 * line.
 */
export function findExits(knowledge: StoryKnowledge, state: MachineState, limits: SearchLimits): FoundExits | null {
  const { trialMachine, player, endings } = knowledge
  const { machine } = trialMachine
  if (state.waiting.kind !== 'line' || (machine.header.version > 3 && player === null)) return null
  trialMachine.startExperiment()
  trialMachine.restore(state)
  const from = readLocation(machine, player)
  const passages =
    knowledge.vocabulary === null ? [] : [...(readSurroundings(knowledge, machine)?.phrases.values() ?? [])]
  const clock = new SearchClock(limits)
  const exits: Exit[] = []
  /** Null if the command leads to no other location or ends the game, or if a limit stopped the search. */
  const attempt = (direction: string): Exit | null => {
    if (!clock.allowsTrial()) return null
    const trial = trialMachine.runFrom(state, direction)
    const to = trial.isInconclusive ? from : readLocation(machine, player)
    if (to === from || endings.isAtEnd(machine, trial.reply) === true) return null
    return { direction, to, reply: splitPrompt(trial.reply, false).observation }
  }
  for (const words of findDirections(machine)) {
    for (const word of words) {
      const exit = attempt(word)
      if (exit === null) continue
      exits.push(exit)
      break
    }
  }
  for (const passage of passages) {
    const exit = attempt(`enter ${passage}`)
    if (exit !== null && !exits.some(({ to }) => to === exit.to)) exits.push(exit)
  }
  return { exits, complete: !clock.isSpent }
}
