import { extractStory, identifyStory } from './catalog/story-file'
import type {
  DictionaryWord,
  GameEnvironment,
  GrammarLine,
  HeaderProfile,
  InputRequest,
  Names,
  SearchLimits,
  StepOptions,
  StepResult,
  StoryIdentity,
  Support,
  WorldDiff,
  ZObject,
  GameState,
} from './environment'
import { readFarewell } from './facts/endings'
import { readScene } from './facts/location-scene'
import { childrenOf } from './facts/object-tree'
import { findPauseKey } from './facts/pauses'
import { readObject, readPlayer, readLocation, readVisible } from './facts/read-world'
import { objectName, readStatusLine } from './facts/status-line'
import { splitPrompt } from './facts/trial-machine'
import { findNoise, compareWorlds, EMPTY_DIFF, withoutNoise, hashState, hashWorld } from './facts/world-diff'
import { readDictionaryWords } from './grammar/grammar'
import { verifyCounters, NO_DOUBTS, watchPlayer } from './knowledge/check-knowledge'
import { knowledgeOf, type StoryKnowledge, withPlayer, describeSupport } from './knowledge/story-knowledge'
import { findValidActions } from './search/valid-actions'
import { findExits } from './search/valid-exits'
import { surveyLocation } from './survey/survey-location'
import { Fault, catchFault, type MachineFault } from './zmachine/fault'
import { readHeader, HEADER_PROFILES } from './zmachine/header'
import { Machine } from './zmachine/machine'
import { signed } from './zmachine/memory/machine-space'
import { applyMachine, captureMachine, type MachineState } from './zmachine/state/machine-state'
import { restoreTurn, saveTurn } from './zmachine/state/turn-save'

const PLAY_BUDGET = 20_000_000

/** The environment on one live machine. Queries that need trials run on the trial machine. */
class LiveEnvironment implements GameEnvironment {
  readonly story: StoryIdentity
  readonly #machine: Machine
  readonly #studied: StoryKnowledge
  #doubts = NO_DOUBTS
  #found: GameState['found'] = null
  #farewell: string | null = null
  /** The text printed since the last input. */
  #shown = ''
  /** The state before the last step; null if the current state is not the result of a step. */
  #before: MachineState | null = null
  /** Two buffers for states before a step, used alternately: allocation would take 10 % of the time of a step. */
  #memories: readonly [next: Uint8Array, last: Uint8Array]

  constructor(machine: Machine, story: StoryIdentity, knowledge: StoryKnowledge) {
    this.#machine = machine
    this.story = story
    this.#studied = knowledge
    const { staticBase } = machine.header
    this.#memories = [new Uint8Array(staticBase), new Uint8Array(staticBase)]
  }

  /** Knowledge about the story, with its current player. */
  get #knowledge(): StoryKnowledge {
    return this.#found === null ? this.#studied : withPlayer(this.#studied, this.#found.player)
  }

  get input(): InputRequest {
    return this.#machine.waiting
  }

  get support(): Support {
    return describeSupport(this.#knowledge, this.#machine.header.version, this.#doubts)
  }

  reset({ seed }: { seed: number }): StepResult {
    const machine = this.#machine
    this.#doubts = NO_DOUBTS
    this.#found = null
    this.#farewell = null
    this.#before = null
    try {
      machine.boot(seed, PLAY_BUDGET)
    } catch (error) {
      const fault = this.#describeFault(error)
      machine.end()
      return this.#result(fault, null, () => true)
    }
    // A game that has just begun is over only if it halted, so a start needs no trial.
    return this.#result(null, null, () => this.emulatorHalted())
  }

  seed(value: number): void {
    this.#machine.random.seed(value)
  }

  step(action: string, { elapsedTenths = 0, budget = PLAY_BUDGET }: StepOptions = {}): StepResult {
    const machine = this.#machine
    if (machine.waiting.kind === 'ended')
      throw new Error('The game has ended. Reset it or restore a state before the next step.')
    if (/[\n\r]/.test(action)) throw new Error('An action must not contain a newline.')
    const [next, last] = this.#memories
    const before = captureMachine(machine, next)
    const scoreBefore = this.getScore()
    try {
      machine.resume(action, elapsedTenths, budget)
    } catch (error) {
      const fault = this.#describeFault(error)
      const { instructions } = machine
      applyMachine(machine, before)
      machine.instructions = instructions
      return this.#result(fault, scoreBefore)
    }
    this.#before = before
    this.#memories = [last, next]
    this.#doubts = verifyCounters(machine, this.#knowledge, this.#doubts)
    this.#watchPlayer()
    return this.#result(null, scoreBefore)
  }

  getState(): GameState {
    return {
      machine: captureMachine(this.#machine),
      doubts: this.#doubts,
      found: this.#found,
      farewell: this.#farewell,
      shown: this.#shown,
    }
  }

  setState(state: GameState): void {
    applyMachine(this.#machine, state.machine)
    this.#doubts = state.doubts
    this.#found = state.found
    this.#farewell = state.farewell
    this.#shown = state.shown
    this.#before = null
  }

  copy(): GameEnvironment {
    const { story, header, profile, toleratedFaults } = this.#machine
    const copy = new LiveEnvironment(new Machine(story, header, profile), this.story, this.#studied)
    copy.setState(this.getState())
    for (const fault of toleratedFaults) copy.#machine.toleratedFaults.add(fault)
    return copy
  }

  saveQuetzal(): Uint8Array {
    return saveTurn(this.#machine)
  }

  restoreQuetzal(bytes: Uint8Array): StepResult {
    const machine = this.#machine
    const state = this.getState()
    try {
      restoreTurn(machine, bytes, PLAY_BUDGET)
    } catch (error) {
      applyMachine(machine, state.machine)
      if (!(error instanceof Fault)) throw error
      return this.#result(this.#describeFault(error), null)
    }
    this.#before = null
    this.#farewell = null
    this.#doubts = verifyCounters(machine, this.#studied, NO_DOUBTS)
    this.#found = null
    this.#watchPlayer()
    return this.#result(null, null)
  }

  getScore(): number | null {
    const source = this.#knowledge.counters.score
    return source === null || this.#doubts.score ? null : signed(this.#machine.readWord(source.address))
  }

  getMaxScore(): number | null {
    return this.#knowledge.maxScore
  }

  getMoves(): number | null {
    const source = this.#knowledge.counters.moves
    return source === null || this.#doubts.moves ? null : this.#machine.readWord(source.address)
  }

  gameOver(): boolean | null {
    return this.#knowledge.endings.isAtEnd(this.#machine, this.#shown)
  }

  victory(): boolean | null {
    const isOver = this.gameOver()
    if (isOver !== true) return isOver
    const maximum = this.getMaxScore()
    // In a story without points, score and maximum are 0 from the start.
    if (maximum !== null && maximum > 0 && this.getScore() === maximum) return true
    return this.#farewell === null ? null : readFarewell(this.#farewell)
  }

  emulatorHalted(): boolean {
    return this.#machine.waiting.kind === 'ended'
  }

  getPlayerObject(): ZObject | null {
    const player = this.#player()
    return player === null ? null : this.getObject(player)
  }

  getPlayerLocation(): ZObject | null {
    const player = this.#player()
    return player === null ? null : catchFault(() => this.getObject(this.#machine.objects.parent(player)), null)
  }

  getLocation(): ZObject | null {
    const location = this.#location()
    return location === null ? null : this.getObject(location)
  }

  getInventory(): ZObject[] | null {
    const carried = this.#carried()
    return carried && this.#objectsOf(carried)
  }

  getVisibleObjects(): ZObject[] | null {
    const visible = this.#visible()
    return visible && this.#objectsOf(visible)
  }

  getNames(): Names {
    const machine = this.#machine
    const nameAll = (numbers: readonly number[] | null) =>
      numbers &&
      numbers.filter((num) => num <= machine.objects.count).map((num) => ({ id: num, name: objectName(machine, num) }))
    const location = this.#location()
    return {
      location: nameAll(location === null ? null : [location])?.[0] ?? null,
      inventory: nameAll(this.#carried()),
      visible: nameAll(this.#visible()),
    }
  }

  getObject(num: number): ZObject | null {
    return catchFault(() => readObject(this.#machine, num), null)
  }

  getWorldObjects(): ZObject[] {
    return this.#objectsOf(this.#machine.objects.all())
  }

  getStateHash(): string {
    return hashState(this.#machine)
  }

  getWorldStateHash(): string {
    return hashWorld(this.#machine, this.#noiseOf(captureMachine(this.#machine)))
  }

  getWorldDiff(): WorldDiff {
    if (this.#before === null) return EMPTY_DIFF
    const diff = compareWorlds(this.#machine, this.#before.image.dynamic, this.#machine.memory)
    return withoutNoise(diff, this.#noiseOf(this.#before))
  }

  getDictionary(): DictionaryWord[] {
    return readDictionaryWords(this.#machine, this.#knowledge.grammar)
  }

  getGrammar(): GrammarLine[] | null {
    return this.#knowledge.grammar?.lines.slice() ?? null
  }

  getValidActions(limits: SearchLimits) {
    return catchFault(() => findValidActions(this.#knowledge, captureMachine(this.#machine), limits), null)
  }

  getValidExits(limits: SearchLimits) {
    return catchFault(() => findExits(this.#knowledge, captureMachine(this.#machine), limits), null)
  }

  getPauseKey(shown: string) {
    if (this.input.kind !== 'char') return null
    const { trialMachine } = this.#knowledge
    trialMachine.startExperiment()
    return catchFault(() => findPauseKey(trialMachine, captureMachine(this.#machine), shown), null)
  }

  getLocationScene() {
    return catchFault(() => readScene(this.#knowledge, this.#machine), null)
  }

  getSurvey() {
    const scene = this.getLocationScene()
    return scene === null || this.input.kind !== 'line'
      ? null
      : catchFault(() => surveyLocation(this.#knowledge, captureMachine(this.#machine), scene), null)
  }

  #watchPlayer(): void {
    this.#found = catchFault(() => watchPlayer(this.#machine, this.#studied, this.#found), this.#found)
  }

  #player(): number | null {
    const source = this.#knowledge.player
    return source === null ? null : readPlayer(this.#machine, source)
  }

  /** In v1–3 the location does not depend on the player, so it needs no calibration. */
  #location(): number | null {
    const source = this.#machine.header.version <= 3 ? null : this.#knowledge.player
    return catchFault(() => readLocation(this.#machine, source), null)
  }

  #carried(): number[] | null {
    const player = this.#player()
    return player === null ? null : catchFault(() => childrenOf(this.#machine.objects, player), null)
  }

  #visible(): number[] | null {
    const player = this.#player()
    const location = this.#location()
    if (player === null || location === null) return null
    return catchFault(() => readVisible(this.#machine, player, location, this.#knowledge.sight), null)
  }

  #objectsOf(numbers: readonly number[]): ZObject[] {
    return numbers.flatMap((num) => this.getObject(num) ?? [])
  }

  #noiseOf(state: MachineState): ReadonlySet<string> {
    const { trialMachine, lastingNoise } = this.#knowledge
    return new Set([...lastingNoise, ...findNoise(trialMachine, state, this.#player())])
  }

  #describeFault(error: unknown): MachineFault {
    if (!(error instanceof Fault)) throw error
    const { instructionPc, memory } = this.#machine
    const opcode = memory[instructionPc]
    return {
      kind: error.kind,
      message: error.message,
      pc: instructionPc,
      opcode: opcode === undefined ? null : `0x${opcode.toString(16)}`,
    }
  }

  #result(fault: MachineFault | null, scoreBefore: number | null, isOver = () => this.gameOver() === true): StepResult {
    const machine = this.#machine
    const text = machine.output.takeLower()
    if (fault === null) this.#shown = text
    const done = isOver()
    const score = this.getScore()
    if (!done) this.#farewell = null
    else if (fault === null) this.#farewell ??= text
    return {
      ...splitPrompt(text, machine.waiting.kind === 'ended'),
      reward: score === null || scoreBefore === null ? null : score - scoreBefore,
      done,
      fault,
      info: {
        score,
        moves: this.getMoves(),
        statusLine: readStatusLine(machine),
        upperWindow: machine.output.upper.rows(),
        requests: machine.requests,
        instructions: machine.instructions,
        truncatedInput: machine.truncatedInput,
        warnings: this.#warnings(),
      },
    }
  }

  #warnings(): string[] {
    const { header, toleratedFaults } = this.#machine
    return [...header.warnings, ...toleratedFaults]
  }
}

/**
 * Opens a story of version 1–5, 7 or 8 and runs it, with seed 0, to its first input. Throws `bad_story` { field, found,
 * expected } before the first instruction when the file is malformed.
 */
export function openEnvironment(story: Uint8Array, profile: HeaderProfile): GameEnvironment {
  const bytes = extractStory(story)
  const header = readHeader(bytes)
  const identity = identifyStory(bytes, header)
  const knowledge = knowledgeOf(`${identity.sha256} ${profile}`, bytes, header, HEADER_PROFILES[profile])
  const machine = new Machine(knowledge.story, header, HEADER_PROFILES[profile])
  const environment = new LiveEnvironment(machine, identity, knowledge)
  environment.reset({ seed: 0 })
  return environment
}
