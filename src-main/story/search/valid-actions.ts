import {
  composeCandidate,
  objectsFor,
  secondObjectsFor,
  type NounToken,
  type PlannedLine,
  type Surroundings,
} from '../grammar/action-candidates'
import { ActionTrials, isQuestion, type TrialAnswer, type TrialOutcome, SearchClock } from './action-trials'
import { findDirections } from '../facts/directions'
import type { SearchLimits, ValidAction, WorldDiff } from '../environment'
import { choosePairs, findCommonest } from './pair-search'
import type { StoryKnowledge } from '../knowledge/story-knowledge'
import { readSurroundings } from '../grammar/noun-phrases'
import type { Machine } from '../zmachine/machine'
import type { MachineState } from '../zmachine/state/machine-state'

interface FoundActions {
  readonly actions: ValidAction[]
  readonly trials: number
  /** False when a limit cut the search off. */
  readonly complete: boolean
}

const NOT_A_VERB = -1

/**
 * Finds valid actions: commands of the story's grammar and words, each tried on a snapshot; those that change the world
 * count. Null when grammar or player are unknown, or no line is asked for.
 */
export function findValidActions(
  knowledge: StoryKnowledge,
  state: MachineState,
  limits: SearchLimits,
): FoundActions | null {
  if (knowledge.grammar === null || state.waiting.kind !== 'line') return null
  knowledge.trialMachine.restore(state)
  const surroundings = readSurroundings(knowledge, knowledge.trialMachine.machine)
  return surroundings === null ? null : new ActionSearch(knowledge, state, limits, surroundings).run()
}

/** Chooses the commands to try, the likeliest first. */
class ActionSearch {
  private readonly knowledge: StoryKnowledge
  private readonly state: MachineState
  private readonly surroundings: Surroundings
  private readonly clock: SearchClock
  private readonly trials: ActionTrials
  /** Whether a question, its nouns left out, waits for a second noun. */
  private readonly wantsNoun = new Map<string, boolean>()

  constructor(knowledge: StoryKnowledge, state: MachineState, limits: SearchLimits, surroundings: Surroundings) {
    this.knowledge = knowledge
    this.state = state
    this.surroundings = surroundings
    this.clock = new SearchClock(limits)
    this.trials = new ActionTrials(knowledge, state, this.clock, surroundings.phrases)
  }

  run(): FoundActions {
    this.tryDirections()
    this.tryLines(this.knowledge.plannedLines)
    const { outcomes, globalCounts, player } = this.trials
    return {
      actions: groupOutcomes(outcomes, globalCounts, player),
      trials: this.clock.trials,
      complete: !this.clock.isSpent,
    }
  }

  private tryDirections(): void {
    for (const words of findDirections(this.knowledge.trialMachine.machine)) {
      words.some(
        (word) => this.trials.attempt({ text: word, verb: word, action: NOT_A_VERB, objects: [] }, true).didSomething,
      )
    }
  }

  private tryLines(lines: readonly PlannedLine[]): void {
    let creatures: ReadonlySet<number> | null = null
    const canBe = (token: NounToken) => (object: number) =>
      token.noun !== 'creature' || (creatures ??= this.findCreatures(lines)).has(object)
    for (const line of lines) {
      const [first, second] = line.tokens.filter((token) => 'noun' in token)
      const machine = this.machineAsItStands()
      const firsts = first === undefined ? [] : objectsFor(machine, first, this.surroundings).filter(canBe(first))
      const seconds =
        second === undefined ? [] : secondObjectsFor(machine, line, second, this.surroundings).filter(canBe(second))
      if (first === undefined) this.attempt(line, [])
      else if (second === undefined) for (const object of firsts) this.attempt(line, [object])
      else if (seconds.length > 0) this.tryPairs(line, firsts, seconds)
      if (this.clock.isSpent) return
    }
  }

  private tryPairs(line: PlannedLine, firsts: readonly number[], seconds: readonly number[]): void {
    const wanting = firsts.filter((first) => this.wantsSecond(line, first))
    const answer = (pair: readonly number[]) => {
      const { reply, didSomething } = this.attempt(line, pair)
      return didSomething ? null : this.trials.leaveOutNames(pair, reply)
    }
    for (const pair of choosePairs(wanting, seconds, answer)) this.attempt(line, pair)
  }

  private attempt(line: PlannedLine, objects: readonly number[]): TrialAnswer {
    return this.trials.attempt(composeCandidate(line, objects, this.surroundings))
  }

  /** A line with two objects is worth trying where the story asks for the second, or knows no line without it. */
  private wantsSecond(line: PlannedLine, object: number): boolean {
    if (line.shorter === null) return true
    const shorter = composeCandidate({ ...line, tokens: line.shorter }, [object], this.surroundings)
    const { reply } = this.trials.attempt(shorter)
    if (!isQuestion(reply)) return false
    const question = this.trials.leaveOutNames([object], reply)
    const known = this.wantsNoun.get(question)
    if (known !== undefined) return known
    const wants = this.takesNoun(shorter.text, object)
    this.wantsNoun.set(question, wants)
    return wants
  }

  /** Whether the question waits for a noun: after it, a noun alone gets another answer than at the prompt. */
  private takesNoun(question: string, object: number): boolean {
    const noun = [...this.surroundings.phrases].find(([other]) => other !== object)?.[1]
    if (noun === undefined) return false
    return this.trials.ask(noun, question) !== this.trials.ask(noun)
  }

  /** Who can be addressed: to a verb for creatures they answer otherwise than all the things around. */
  private findCreatures(lines: readonly PlannedLine[]): ReadonlySet<number> {
    const objects = [...this.surroundings.phrases.keys()]
    const line = lines.find(
      ({ nouns, tokens }) => nouns === 1 && tokens.some((token) => 'noun' in token && token.noun === 'creature'),
    )
    if (line === undefined) return new Set(objects)
    const replies = objects.map((object) => this.trials.leaveOutNames([object], this.attempt(line, [object]).reply))
    const stock = findCommonest(replies)
    return new Set(objects.filter((_, index) => replies.length === 1 || replies[index] !== stock))
  }

  private machineAsItStands(): Machine {
    const { trialMachine } = this.knowledge
    trialMachine.restore(this.state)
    return trialMachine.machine
  }
}

/** A global that changes in more trials than this is the parser's notebook, not the world. */
const RARE_TRIALS = 4

/** Actions with one effect become one with equivalents; exits never do: two directions to one place are two exits. */
function groupOutcomes(
  outcomes: readonly TrialOutcome[],
  globalCounts: ReadonlyMap<number, number>,
  player: number | null,
): ValidAction[] {
  const rare = (diff: WorldDiff): WorldDiff => ({
    ...diff,
    globals: diff.globals.filter(({ index }) => globalCounts.get(index)! <= RARE_TRIALS),
  })
  const taken = new Set<number>()
  const groups = new Map<
    string,
    { action: string; objects: readonly number[]; diff: WorldDiff; equivalents: string[] }
  >()
  const exits: ValidAction[] = []
  for (const { candidate, isDirection, isMoved, diff: whole, effect: beyond } of outcomes) {
    const diff = rare(whole)
    if (!isMoved && diff.globals.length === 0) continue
    const { text: action, objects } = candidate
    const effect = JSON.stringify([diff, beyond])
    if (isDirection) {
      const exit = { action, objects, diff, equivalents: [] as string[] }
      exits.push(exit)
      if (!groups.has(effect)) groups.set(effect, exit)
      continue
    }
    if (candidate.verb === 'take' && objects.length === 1) taken.add(objects[0]!)
    // To take a thing on the way to something that then fails is only to take it.
    else if (objects.some((object) => taken.has(object) && isMereTake(diff, object, player))) continue
    const group = groups.get(effect)
    if (group === undefined) groups.set(effect, { action, objects, diff, equivalents: [] })
    else group.equivalents.push(action)
  }
  return [...new Set([...exits, ...groups.values()])]
}

function isMereTake(
  { moved, attributesSet, attributesCleared, globals }: WorldDiff,
  object: number,
  player: number | null,
): boolean {
  return (
    moved.length === 1 &&
    moved[0]!.object === object &&
    moved[0]!.to === player &&
    attributesSet.length + attributesCleared.length + globals.length === 0
  )
}
