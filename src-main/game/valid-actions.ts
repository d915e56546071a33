import { composeCandidate, objectsFor, secondObjectsFor, type Candidate, type NounToken, type PlannedLine, type Surroundings } from './action-candidates'
import { findDirections } from './directions'
import type { SearchLimits, ValidAction, WorldDiff } from './environment'
import { readRoom } from './facts'
import { readGlobal } from './globals'
import { findNoise } from './noise'
import { choosePairs, findCommonest } from './pair-search'
import { readSite } from './read-site'
import { SearchClock } from './search-clock'
import { objectName } from './status-line'
import type { StoryKnowledge } from './story-knowledge'
import { readSurroundings } from './surroundings'
import { compareWorlds, withoutNoise, type Noise } from './world-diff'
import type { MachineState } from './zmachine/machine-state'

export interface FoundActions {
  readonly actions: ValidAction[]
  readonly trials: number
  /** False when a limit cut the search off. */
  readonly complete: boolean
}

interface Outcome {
  readonly candidate: Candidate
  readonly isDirection: boolean
  /** Room, score or objects changed, or the game ended: more than globals. */
  readonly isMoved: boolean
  readonly diff: WorldDiff
  /** Room, score and whether it is the end. */
  readonly effect: readonly [room: number | null, score: number | null, isEnd: boolean]
}

const NOT_A_VERB = -1
/** A global that changes in more trials than this is the parser's notebook, not the world. */
const RARE_TRIALS = 4

/**
 * Finds what can be done in a state: commands made of the story's own grammar and words, each tried on a snapshot and kept
 * when it changes the world beyond what changes by itself. Null when grammar or player are unknown, or no line is asked for.
 */
export function findValidActions(knowledge: StoryKnowledge, state: MachineState, limits: SearchLimits): FoundActions | null {
  if (knowledge.grammar === null || state.waiting.kind !== 'line') return null
  knowledge.laboratory.restore(state)
  const surroundings = readSurroundings(knowledge, knowledge.laboratory.machine)
  return surroundings === null ? null : new ActionSearch(knowledge, state, limits, surroundings).run(knowledge.plannedLines)
}

class ActionSearch {
  private readonly knowledge: StoryKnowledge
  private readonly state: MachineState
  private readonly surroundings: Surroundings
  private readonly clock: SearchClock
  private readonly site: string
  private readonly room: number | null
  private readonly score: number | null
  private readonly noise: Noise
  private readonly outcomes: Outcome[] = []
  private readonly globalCounts = new Map<number, number>()
  private readonly asksForMore = new Map<string, boolean>()
  private readonly replies = new Map<string, string>()

  constructor(knowledge: StoryKnowledge, state: MachineState, limits: SearchLimits, surroundings: Surroundings) {
    const { laboratory, player } = knowledge
    this.knowledge = knowledge
    this.state = state
    this.surroundings = surroundings
    this.clock = new SearchClock(limits)
    laboratory.begin()
    laboratory.restore(state)
    this.site = readSite(laboratory.machine)
    this.room = readRoom(laboratory.machine, player)
    this.score = this.readScore()
    this.noise = new Set([...knowledge.lastingNoise, ...findNoise(laboratory, state, player?.object ?? null)])
  }

  run(lines: readonly PlannedLine[]): FoundActions {
    this.tryDirections()
    this.tryLines(lines)
    return { actions: this.groupOutcomes(), trials: this.clock.trials, complete: !this.clock.isSpent }
  }

  private tryDirections(): void {
    for (const words of findDirections(this.knowledge.laboratory.machine)) {
      for (const word of words) {
        if (!this.clock.allowsTrial()) return
        this.attempt({ text: word, verb: word, action: NOT_A_VERB, objects: [] }, true)
        if (this.outcomes.at(-1)?.candidate.text === word) break
      }
    }
  }

  private tryLines(lines: readonly PlannedLine[]): void {
    const creatures = this.findCreatures(lines)
    for (const line of lines) {
      const [first, second] = line.tokens.filter((token) => 'noun' in token)
      const { machine } = this.knowledge.laboratory
      this.knowledge.laboratory.restore(this.state)
      const canBe = (token: NounToken) => (object: number) => token.noun !== 'creature' || creatures.has(object)
      const firsts = first === undefined ? [] : objectsFor(machine, first, this.surroundings).filter(canBe(first))
      const seconds = second === undefined ? [] : secondObjectsFor(machine, line, second, this.surroundings).filter(canBe(second))
      if (first === undefined) this.tryOnce(line, [])
      else if (second === undefined) for (const object of firsts) this.tryOnce(line, [object])
      else if (seconds.length > 0) {
        const wanting = firsts.filter((object) => this.wantsSecond(line, object))
        for (const pair of choosePairs(wanting, seconds, (candidate) => this.leaveOutNames(candidate, this.tryOnce(line, candidate)))) this.tryOnce(line, pair)
      }
      if (this.clock.isSpent) return
    }
  }

  /** Tries a line with objects, unless it was tried before, and returns the reply. */
  private tryOnce(line: PlannedLine, objects: readonly number[]): string {
    const candidate = composeCandidate(line, objects, this.surroundings)
    const known = this.replies.get(candidate.text)
    if (known !== undefined) return known
    if (!this.clock.allowsTrial()) return ''
    const reply = this.attempt(candidate, false)
    this.replies.set(candidate.text, reply)
    return reply
  }

  /** What is left is the same wherever a verb has one stock answer for everything. */
  private leaveOutNames(objects: readonly number[], reply: string): string {
    const { machine } = this.knowledge.laboratory
    const names = objects.flatMap((object) => [objectName(machine, object).toLowerCase(), this.surroundings.phrases.get(object)!])
    return names.reduce((text, name) => (name === '' ? text : text.replaceAll(name, '*')), reply.toLowerCase()).replace(/\b(?:an?|the|some) \*/g, '*')
  }

  /** A line with two objects is worth trying where the story asks for the second, or knows no line without it. */
  private wantsSecond(line: PlannedLine, object: number): boolean {
    if (line.shorter === null) return true
    const { text } = composeCandidate({ ...line, tokens: line.shorter }, [object], this.surroundings)
    const known = this.asksForMore.get(text)
    if (known !== undefined) return known
    if (!this.clock.allowsTrial()) return false
    const { reply, isVoid } = this.knowledge.laboratory.attempt(this.state, text)
    const asks = !isVoid && isQuestion(reply)
    this.asksForMore.set(text, asks)
    return asks
  }

  /** Who can be addressed: to a verb for creatures they answer otherwise than all the things around. */
  private findCreatures(lines: readonly PlannedLine[]): ReadonlySet<number> {
    const objects = [...this.surroundings.phrases.keys()]
    const line = lines.find(({ nouns, tokens }) => nouns === 1 && tokens.some((token) => 'noun' in token && token.noun === 'creature'))
    if (line === undefined) return new Set(objects)
    const replies = objects.map((object) => this.leaveOutNames([object], this.tryOnce(line, [object])))
    const stock = findCommonest(replies)
    return new Set(objects.filter((_, index) => replies.length === 1 || replies[index] !== stock))
  }

  /** One trial: what came of it is noted down where anything did. Returns the reply, '' for a trial that cannot be judged. */
  private attempt(candidate: Candidate, isDirection: boolean): string {
    const { laboratory, player, endings } = this.knowledge
    const { machine } = laboratory
    const { reply, isVoid } = laboratory.attempt(this.state, candidate.text)
    if (isVoid) return ''
    const room = readRoom(machine, player)
    const score = this.readScore()
    const diff = withoutNoise(compareWorlds(machine, this.state.image.dynamic, machine.memory), this.noise)
    for (const { index } of diff.globals) this.globalCounts.set(index, (this.globalCounts.get(index) ?? 0) + 1)
    const isEnd = readSite(machine) !== this.site && endings.isAtEnd(machine) === true
    const isMoved = room !== this.room || score !== this.score || isEnd || diff.moved.length + diff.attributesSet.length + diff.attributesCleared.length > 0
    // A lever may only turn a global. A direction that leads nowhere, or a question, only notes things down.
    if (isMoved || (diff.globals.length > 0 && !isDirection && !isQuestion(reply))) this.outcomes.push({ candidate, isDirection, isMoved, diff, effect: [room, score, isEnd] })
    return reply
  }

  private groupOutcomes(): ValidAction[] {
    const rare = (diff: WorldDiff): WorldDiff => ({ ...diff, globals: diff.globals.filter(({ index }) => this.globalCounts.get(index)! <= RARE_TRIALS) })
    const takes = new Map<number, string>()
    const groups = new Map<string, { action: string; objects: readonly number[]; diff: WorldDiff; equivalents: string[] }>()
    const exits: ValidAction[] = []
    for (const { candidate, isDirection, isMoved, diff: whole, effect: beyond } of this.outcomes) {
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
      const isTake = candidate.verb === 'take' && objects.length === 1
      if (isTake) takes.set(objects[0]!, effect)
      // To take a thing on the way to something that then fails is only to take it.
      else if (objects.some((object) => takes.get(object) === effect)) continue
      const group = groups.get(effect)
      if (group === undefined) groups.set(effect, { action, objects, diff, equivalents: [] })
      else group.equivalents.push(action)
    }
    return [...new Set([...exits, ...groups.values()])]
  }

  private readScore(): number | null {
    const { score } = this.knowledge.counters
    return score === null ? null : readGlobal(this.knowledge.laboratory.machine, score.global)
  }
}

/** The last words before the prompt ask something back. */
function isQuestion(reply: string): boolean {
  return /\?\s*>?\s*$/.test(reply)
}
