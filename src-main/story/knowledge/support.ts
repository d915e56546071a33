import type { Certainty, StoryIdentity, Support } from '../environment'
import type { CounterDoubts } from '../facts/game-state'
import type { StoryKnowledge } from './story-knowledge'

/** How each fact of a story is known: by the Standard, by experiment, or not at all. */
export function describeSupport(
  knowledge: StoryKnowledge,
  version: StoryIdentity['version'],
  doubts: CounterDoubts,
): Support {
  const { counters, countersAreStandard, player, grammar, trialMachine } = knowledge
  const when = (isKnown: boolean): Certainty => (isKnown ? 'inferred' : 'none')
  const counter = (isKnown: boolean): Certainty => (countersAreStandard ? 'exact' : when(isKnown))
  return {
    score: counter(counters.score !== null && !doubts.score),
    moves: counter(counters.moves !== null && !doubts.moves),
    player: when(player !== null),
    room: version <= 3 ? 'exact' : when(player !== null),
    ending: when(trialMachine.start !== null),
    grammar: grammar === null ? 'none' : 'exact',
    validActions: when(grammar !== null && player !== null),
  }
}
