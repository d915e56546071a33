import type { TrialCandidate, Surroundings } from '../grammar/action-candidates'
import type { WorldDiff, SearchLimits } from '../environment'
import { readPlayer, readLocation } from '../facts/read-world'
import { findNoise, compareWorlds, withoutNoise, type Noise } from '../facts/world-diff'
import { objectName } from '../facts/status-line'
import type { StoryKnowledge } from '../knowledge/story-knowledge'
import type { MachineState } from '../zmachine/state/machine-state'

/** What a command did to the world. */
export interface TrialOutcome {
  readonly candidate: TrialCandidate
  readonly isDirection: boolean
  /** Location, score or objects changed, or the game ended: more than globals. */
  readonly isMoved: boolean
  readonly diff: WorldDiff
  /** Location, score and whether it is the end. */
  readonly effect: readonly [location: number | null, score: number | null, isEnd: boolean]
}

export interface TrialAnswer {
  /** '' for a trial that cannot be judged, or that no limit allowed. */
  readonly reply: string
  readonly didSomething: boolean
}

const NO_ANSWER: TrialAnswer = { reply: '', didSomething: false }

/** The trials of one search: each command is tried once, on a snapshot of the state. */
export class ActionTrials {
  readonly player: number | null
  readonly outcomes: TrialOutcome[] = []
  /** In how many trials each global changed. */
  readonly globalCounts = new Map<number, number>()
  private readonly knowledge: StoryKnowledge
  private readonly state: MachineState
  private readonly clock: SearchClock
  private readonly phrases: Surroundings['phrases']
  private readonly site: string
  private readonly location: number | null
  private readonly score: number | null
  private readonly noise: Noise
  private readonly answers = new Map<string, TrialAnswer>()
  private readonly names = new Map<number, readonly string[]>()

  constructor(knowledge: StoryKnowledge, state: MachineState, clock: SearchClock, phrases: Surroundings['phrases']) {
    const { trialMachine, player } = knowledge
    this.knowledge = knowledge
    this.state = state
    this.clock = clock
    this.phrases = phrases
    trialMachine.startExperiment()
    trialMachine.restore(state)
    this.player = player === null ? null : readPlayer(trialMachine.machine, player)
    this.site = trialMachine.machine.readSite()
    this.location = readLocation(trialMachine.machine, player)
    this.score = this.readScore()
    this.noise = new Set([...knowledge.lastingNoise, ...findNoise(trialMachine, state, this.player)])
  }

  attempt(candidate: TrialCandidate, isDirection = false): TrialAnswer {
    const known = this.answers.get(candidate.text)
    if (known !== undefined) return known
    if (!this.clock.allowsTrial()) return NO_ANSWER
    const answer = this.judge(candidate, isDirection)
    this.answers.set(candidate.text, answer)
    return answer
  }

  /** The reply to a question to the parser, typed after `after`; null when it cannot be judged. */
  ask(text: string, after: string | null = null): string | null {
    const { trialMachine } = this.knowledge
    if (!this.clock.allowsTrial()) return null
    if (after !== null && trialMachine.runFrom(this.state, after).isInconclusive) return null
    const trial = after === null ? trialMachine.runFrom(this.state, text) : trialMachine.run(text)
    return trial.isInconclusive ? null : trial.reply
  }

  /** The reply without the object's words: equal wherever a verb has one stock answer. */
  leaveOutNames(objects: readonly number[], reply: string): string {
    const names = objects.flatMap((object) => this.namesOf(object))
    const bare = names.reduce((text, name) => text.replaceAll(name, '*'), reply.toLowerCase())
    return bare
      .replace(/\b(?:an?|the|some) \*/g, '*')
      .replace(/\b(?:is|are)(?=n't\b|\b)/g, 'be')
      .replace(/\b(?:does|do)(?=n't\b|\b)/g, 'do')
      .replace(/\b(?:it|them|that|those)\b/g, 'it')
  }

  private namesOf(object: number): readonly string[] {
    const known = this.names.get(object)
    if (known !== undefined) return known
    const names = [
      objectName(this.knowledge.trialMachine.machine, object).toLowerCase(),
      this.phrases.get(object) ?? '',
    ].filter((name) => name !== '')
    this.names.set(object, names)
    return names
  }

  private judge(candidate: TrialCandidate, isDirection: boolean): TrialAnswer {
    const { trialMachine, player, endings } = this.knowledge
    const { machine } = trialMachine
    const { reply, isInconclusive } = trialMachine.runFrom(this.state, candidate.text)
    if (isInconclusive) return NO_ANSWER
    const location = readLocation(machine, player)
    const score = this.readScore()
    const diff = withoutNoise(compareWorlds(machine, this.state.image.dynamic, machine.memory), this.noise)
    for (const { index } of diff.globals) this.globalCounts.set(index, (this.globalCounts.get(index) ?? 0) + 1)
    const isEnd = machine.readSite() !== this.site && endings.isAtEnd(machine, reply) === true
    const isMoved =
      location !== this.location ||
      score !== this.score ||
      isEnd ||
      diff.moved.length + diff.attributesSet.length + diff.attributesCleared.length > 0
    // A lever may only turn a global. A direction that leads nowhere, or a question, only notes things down.
    if (isMoved || (diff.globals.length > 0 && !isDirection && !isQuestion(reply)))
      this.outcomes.push({ candidate, isDirection, isMoved, diff, effect: [location, score, isEnd] })
    return { reply, didSomething: isMoved }
  }

  private readScore(): number | null {
    const { score } = this.knowledge.counters
    return score === null ? null : this.knowledge.trialMachine.machine.readWord(score.address)
  }
}

/** The last words before the prompt ask something back. */
export function isQuestion(reply: string): boolean {
  return /\?\s*>?\s*$/.test(reply)
}

/** When a search must stop: at its time budget, its number of trials, or its signal. */
export class SearchClock {
  trials = 0
  /** A trial was refused. */
  isSpent = false
  private readonly limits: SearchLimits
  private readonly startedAt = performance.now()

  constructor(limits: SearchLimits) {
    this.limits = limits
  }

  /** Counts the trial it allows. */
  allowsTrial(): boolean {
    const { budgetMs = Infinity, maxTrials = Infinity, signal } = this.limits
    if (signal?.aborted === true || this.trials >= maxTrials || performance.now() - this.startedAt >= budgetMs)
      this.isSpent = true
    else this.trials++
    return !this.isSpent
  }
}
