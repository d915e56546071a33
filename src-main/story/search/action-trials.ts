import type { WorldDiff, SearchLimits } from '../environment'
import { readPlayer, readLocation } from '../facts/read-world'
import { objectName } from '../facts/status-line'
import { findNoise, compareWorlds, withoutNoise, type Noise } from '../facts/world-diff'
import type { TrialCandidate, Surroundings } from '../grammar/action-candidates'
import type { StoryKnowledge } from '../knowledge/story-knowledge'
import type { MachineState } from '../zmachine/state/machine-state'

/** The changes that a command made to the world. */
export interface TrialOutcome {
  readonly candidate: TrialCandidate
  readonly isDirection: boolean
  /** True if the location, the score or objects changed or the game ended, not only globals. */
  readonly isMoved: boolean
  readonly diff: WorldDiff
  /** Location and score after the command, and whether the game ended. */
  readonly effect: readonly [location: number | null, score: number | null, isEnd: boolean]
}

export interface TrialAnswer {
  /** '' if the trial was inconclusive or not allowed by the limits. */
  readonly reply: string
  readonly didSomething: boolean
}

const NO_ANSWER: TrialAnswer = { reply: '', didSomething: false }

export type ActionTrials = ReturnType<typeof startTrials>

/** The trials of one search: each command is tried once, on a snapshot of the state. */
export function startTrials(
  knowledge: StoryKnowledge,
  state: MachineState,
  clock: SearchClock,
  phrases: Surroundings['phrases'],
) {
  const { trialMachine, endings, counters } = knowledge
  const { machine } = trialMachine
  const readScore = () => (counters.score === null ? null : machine.readWord(counters.score.address))
  trialMachine.startExperiment()
  trialMachine.restore(state)
  const player = knowledge.player === null ? null : readPlayer(machine, knowledge.player)
  const before = { site: machine.readSite(), location: readLocation(machine, knowledge.player), score: readScore() }
  const noise: Noise = new Set([...knowledge.lastingNoise, ...findNoise(trialMachine, state, player)])
  const outcomes: TrialOutcome[] = []
  const globalCounts = new Map<number, number>()
  const answers = new Map<string, TrialAnswer>()
  const names = new Map<number, readonly string[]>()

  const judge = (candidate: TrialCandidate, isDirection: boolean): TrialAnswer => {
    const { reply, isInconclusive } = trialMachine.runFrom(state, candidate.text)
    if (isInconclusive) return NO_ANSWER
    const location = readLocation(machine, knowledge.player)
    const score = readScore()
    const diff = withoutNoise(compareWorlds(machine, state.image.dynamic, machine.memory), noise)
    for (const { index } of diff.globals) globalCounts.set(index, (globalCounts.get(index) ?? 0) + 1)
    const isEnd = machine.readSite() !== before.site && endings.isAtEnd(machine, reply) === true
    const isMoved =
      location !== before.location ||
      score !== before.score ||
      isEnd ||
      diff.moved.length + diff.attributesSet.length + diff.attributesCleared.length > 0
    // A lever may change only a global. If a direction leads nowhere or the reply is a question, the globals are the
    // parser's.
    if (isMoved || (diff.globals.length > 0 && !isDirection && !isQuestion(reply)))
      outcomes.push({ candidate, isDirection, isMoved, diff, effect: [location, score, isEnd] })
    return { reply, didSomething: isMoved }
  }

  const namesOf = (object: number): readonly string[] => {
    const known = names.get(object)
    if (known !== undefined) return known
    const found = [objectName(machine, object).toLowerCase(), phrases.get(object) ?? ''].filter((name) => name !== '')
    names.set(object, found)
    return found
  }

  return {
    player,
    outcomes,
    /** Keyed by global: the number of trials in which it changed. */
    globalCounts,

    attempt(candidate: TrialCandidate, isDirection = false): TrialAnswer {
      const known = answers.get(candidate.text)
      if (known !== undefined) return known
      if (!clock.allowsTrial()) return NO_ANSWER
      const answer = judge(candidate, isDirection)
      answers.set(candidate.text, answer)
      return answer
    },

    /** The reply to `text`, typed after the command `after`; null if the trial is inconclusive or not allowed. */
    ask(text: string, after: string | null = null): string | null {
      if (!clock.allowsTrial()) return null
      if (after !== null && trialMachine.runFrom(state, after).isInconclusive) return null
      const trial = after === null ? trialMachine.runFrom(state, text) : trialMachine.run(text)
      return trial.isInconclusive ? null : trial.reply
    },

    /** The reply without the names of the objects, so that a verb's stock answers to all objects are equal. */
    leaveOutNames(objects: readonly number[], reply: string): string {
      return objects
        .flatMap(namesOf)
        .reduce((text, name) => text.replaceAll(name, '*'), reply.toLowerCase())
        .replace(/\b(?:an?|the|some) \*/g, '*')
        .replace(/\b(?:is|are)(?=n't\b|\b)/g, 'be')
        .replace(/\b(?:does|do)(?=n't\b|\b)/g, 'do')
        .replace(/\b(?:it|them|that|those)\b/g, 'it')
    },
  }
}

/** Whether the reply ends with a question. */
export const isQuestion = (reply: string): boolean => /\?\s*>?\s*$/.test(reply)

/** Stops a search at its time limit, its maximum number of trials, or its signal. */
export class SearchClock {
  trials = 0
  /** True after a trial was refused. */
  isSpent = false
  readonly #limits: SearchLimits
  readonly #startedAt = performance.now()

  constructor(limits: SearchLimits) {
    this.#limits = limits
  }

  /** Whether another trial is allowed; if so, it is counted. */
  allowsTrial(): boolean {
    const { budgetMs = Infinity, maxTrials = Infinity, signal } = this.#limits
    if (signal?.aborted === true || this.trials >= maxTrials || performance.now() - this.#startedAt >= budgetMs)
      this.isSpent = true
    else this.trials++
    return !this.isSpent
  }
}
