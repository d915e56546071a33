import type { SearchLimits, ValidAction, WorldDiff } from '../environment'
import { findDirections } from '../facts/directions'
import {
  composeCandidate,
  objectsFor,
  secondObjectsFor,
  type NounToken,
  type PlannedLine,
  type Surroundings,
} from '../grammar/action-candidates'
import { readSurroundings } from '../grammar/noun-phrases'
import type { StoryKnowledge } from '../knowledge/story-knowledge'
import type { MachineState } from '../zmachine/state/machine-state'
import { type ActionTrials, isQuestion, SearchClock, startTrials, type TrialAnswer } from './action-trials'
import { choosePairs, findCommonest } from './pair-search'

interface FoundActions {
  readonly actions: ValidAction[]
  readonly trials: number
  /** False if a limit stopped the search. */
  readonly complete: boolean
}

const NOT_A_VERB = -1

/**
 * Builds commands from the story's grammar and vocabulary, tries each on a snapshot, and keeps those that change the
 * world. Null if the grammar or the player is unknown, or if the story does not wait for a line.
 */
export function findValidActions(
  knowledge: StoryKnowledge,
  state: MachineState,
  limits: SearchLimits,
): FoundActions | null {
  const { grammar, trialMachine } = knowledge
  if (grammar === null || state.waiting.kind !== 'line') return null
  trialMachine.restore(state)
  const surroundings = readSurroundings(knowledge, trialMachine.machine)
  return surroundings && searchActions(knowledge, state, limits, surroundings)
}

function searchActions(
  knowledge: StoryKnowledge,
  state: MachineState,
  limits: SearchLimits,
  surroundings: Surroundings,
): FoundActions {
  const { plannedLines, trialMachine } = knowledge
  const { machine } = trialMachine
  const clock = new SearchClock(limits)
  const trials = startTrials(knowledge, state, clock, surroundings.phrases)
  for (const words of findDirections(machine))
    words.some((text) => trials.attempt({ text, verb: text, action: NOT_A_VERB, objects: [] }, true).didSomething)
  tryLines()
  return {
    actions: groupOutcomes(trials),
    trials: clock.trials,
    complete: !clock.isSpent,
  }

  function tryLines(): void {
    const wantsSecond = secondNounJudge(trials, surroundings)
    let creatures: ReadonlySet<number> | null = null
    const canBe = (token: NounToken) => (object: number) =>
      token.noun !== 'creature' || (creatures ??= findCreatures()).has(object)
    for (const line of plannedLines) {
      const [first, second] = line.tokens.filter((token) => 'noun' in token)
      trialMachine.restore(state)
      const firsts = first === undefined ? [] : objectsFor(machine, first, surroundings).filter(canBe(first))
      const seconds =
        second === undefined ? [] : secondObjectsFor(machine, line, second, surroundings).filter(canBe(second))
      if (first === undefined) attempt(line, [])
      else if (second === undefined) for (const object of firsts) attempt(line, [object])
      else if (seconds.length > 0) {
        const wanting = firsts.filter((object) => wantsSecond(line, object))
        for (const pair of choosePairs(wanting, seconds, (pair) => answerTo(line, pair))) attempt(line, pair)
      }
      if (clock.isSpent) return
    }
  }

  function attempt(line: PlannedLine, objects: readonly number[]): TrialAnswer {
    return trials.attempt(composeCandidate(line, objects, surroundings))
  }

  function answerTo(line: PlannedLine, pair: readonly number[]): string | null {
    const { reply, didSomething } = attempt(line, pair)
    return didSomething ? null : trials.leaveOutNames(pair, reply)
  }

  /**
   * Objects to which a verb for creatures does not give its most common reply; all objects if there is no such verb.
   */
  function findCreatures(): ReadonlySet<number> {
    const objects = [...surroundings.phrases.keys()]
    const line = plannedLines.find(
      ({ nouns, tokens }) => nouns === 1 && tokens.some((token) => 'noun' in token && token.noun === 'creature'),
    )
    if (line === undefined) return new Set(objects)
    const replies = objects.map((object) => trials.leaveOutNames([object], attempt(line, [object]).reply))
    const stock = findCommonest(replies)
    return new Set(objects.filter((_, index) => replies.length === 1 || replies[index] !== stock))
  }
}

/** Judges whether a line with two objects is worth a trial: the story asks for the second, or has no shorter line. */
function secondNounJudge(trials: ActionTrials, surroundings: Surroundings) {
  /** Keyed by question without names: whether the question waits for a noun. */
  const asksForNoun = new Map<string, boolean>()
  return (line: PlannedLine, object: number): boolean => {
    if (line.shorter === null) return true
    const shorter = composeCandidate({ ...line, tokens: line.shorter }, [object], surroundings)
    const { reply } = trials.attempt(shorter)
    if (!isQuestion(reply)) return false
    const question = trials.leaveOutNames([object], reply)
    const known = asksForNoun.get(question)
    if (known !== undefined) return known
    const noun = [...surroundings.phrases].find(([other]) => other !== object)?.[1]
    // After a question that waits for a noun, a noun gets a different reply than at the prompt.
    const asks = noun !== undefined && trials.ask(noun, shorter.text) !== trials.ask(noun)
    asksForNoun.set(question, asks)
    return asks
  }
}

/** A global that changes in more trials than this belongs to the parser, not to the world. */
const RARE_TRIALS = 4

/** Groups actions with the same effect as equivalents, but not exits: two directions to one place are two exits. */
function groupOutcomes({ outcomes, globalCounts, player }: ActionTrials): ValidAction[] {
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
    // A parser may take the thing first. If the action then fails, its only effect is that of taking the thing.
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
