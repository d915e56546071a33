import type { LocationLight, LocationSurvey } from '@shared/map/location-survey'
import type { PlayerSource } from './facts/calibrate-player'
import type { MachineFault } from './zmachine/fault'
import type { GameRequest, InputRequest, MachineState } from './zmachine/state/machine-state'

export { QuetzalError, type MachineFault } from './zmachine/fault'
export type { GameRequest, InputRequest } from './zmachine/state/machine-state'

/**
 * `exact`: by the Standard or a known format. `inferred`: found by calibration. `none`: unknown, and queries return
 * null.
 */
export type Certainty = 'exact' | 'inferred' | 'none'

export interface Support {
  readonly score: Certainty
  readonly moves: Certainty
  readonly player: Certainty
  readonly room: Certainty
  readonly ending: Certainty
  readonly grammar: Certainty
  readonly validActions: Certainty
}

export interface StoryIdentity {
  readonly sha256: string
  readonly version: 1 | 2 | 3 | 4 | 5 | 7 | 8
  readonly release: number
  readonly serial: string
  readonly checksum: number
}

/** `plain` has neither saving nor undo, for tests and comparisons; `app` has both. */
export type HeaderProfile = 'plain' | 'app'

interface StepInfo {
  readonly score: number | null
  readonly moves: number | null
  readonly statusLine: string | null
  readonly upperWindow: readonly string[]
  readonly requests: readonly GameRequest[]
  readonly instructions: number
  readonly truncatedInput: boolean
  readonly warnings: readonly string[]
}

export interface StepResult {
  /**
   * The text of the lower window since the last input, without the prompt. `observation + prompt` is the exact text.
   */
  readonly observation: string
  /** The text after the last newline when the story waits for input, such as ">"; '' after the end. */
  readonly prompt: string
  /** Score after minus score before; null when the score is unknown. */
  readonly reward: number | null
  /** True if the machine halted or the story waits at its end-of-game menu. */
  readonly done: boolean
  /** Null if the step succeeded. Otherwise the step had no effect. */
  readonly fault: MachineFault | null
  readonly info: StepInfo
}

interface ZProperty {
  readonly num: number
  /** Byte address of the data. */
  readonly address: number
  readonly data: Uint8Array
}

export interface ZObject {
  readonly num: number
  readonly name: string
  readonly parent: number
  readonly sibling: number
  readonly child: number
  readonly attributes: readonly number[]
  readonly properties: readonly ZProperty[]
}

/** All net changes between two states. */
export interface WorldDiff {
  readonly moved: readonly { readonly object: number; readonly from: number; readonly to: number }[]
  readonly attributesSet: readonly (readonly [object: number, attribute: number])[]
  readonly attributesCleared: readonly (readonly [object: number, attribute: number])[]
  readonly globals: readonly { readonly index: number; readonly before: number; readonly after: number }[]
}

/** A flag is undefined, not false, if the dictionary does not contain the information. */
export interface DictionaryWord {
  readonly word: string
  readonly address: number
  readonly isNoun?: boolean
  readonly isVerb?: boolean
  readonly isAdjective?: boolean
  readonly isPreposition?: boolean
  readonly isDirection?: boolean
  readonly isMeta?: boolean
  readonly isPlural?: boolean
  readonly isSpecial?: boolean
}

export type GrammarToken =
  | { readonly prepositions: readonly string[] }
  | { readonly noun: 'any' | 'held' | 'many' | 'creature' | 'number' | 'text'; readonly attribute: number | null }

export interface GrammarLine {
  readonly verbs: readonly string[]
  readonly action: number
  readonly tokens: readonly GrammarToken[]
}

export interface Exit {
  readonly direction: string
  /** Object number of the destination; null if the player moved but the location cannot be identified. */
  readonly to: number | null
  readonly reply: string
}

export interface ValidAction {
  readonly action: string
  readonly objects: readonly number[]
  readonly diff: WorldDiff
  readonly equivalents: readonly string[]
}

export interface SearchLimits {
  readonly budgetMs?: number
  readonly maxTrials?: number
  readonly signal?: AbortSignal
}

export interface StepOptions {
  /** Time that passed before the input arrived, in tenths of a second; it drives timed input. */
  readonly elapsedTenths?: number
  /** Maximum number of instructions the step may take. */
  readonly budget?: number
}

export interface NamedObject {
  readonly id: number
  readonly name: string
}

/** A field is null if it is unknown. */
export interface Names {
  readonly location: NamedObject | null
  readonly inventory: NamedObject[] | null
  readonly visible: NamedObject[] | null
}

/** A location as read from memory, without trials. */
export interface LocationScene {
  readonly location: number
  readonly light: LocationLight | null
  /**
   * Keyed by object number: visible things that are not carried, and shared scenery. The value lists those attributes
   * of the thing that may mean "open".
   */
  readonly things: ReadonlyMap<number, string>
  readonly carried: readonly number[]
}

/** A game in Jericho's terms. Queries do not change the live state, including the random generator. */
export interface GameEnvironment {
  readonly story: StoryIdentity
  readonly support: Support
  readonly input: InputRequest
  reset(options: { seed: number }): StepResult
  seed(value: number): void
  /** Sends one line, or one key if `input.kind` is `char`. Throws after the end and for an action with a newline. */
  step(action: string, options?: StepOptions): StepResult
  getState(): GameState
  setState(state: GameState): void
  copy(): GameEnvironment
  /** A Quetzal file of the current turn that other interpreters can restore. */
  saveQuetzal(): Uint8Array
  /** Throws QuetzalError and changes nothing if the file is damaged or of another story. */
  restoreQuetzal(bytes: Uint8Array): StepResult
  getScore(): number | null
  getMaxScore(): number | null
  getMoves(): number | null
  victory(): boolean | null
  gameOver(): boolean | null
  emulatorHalted(): boolean
  getPlayerObject(): ZObject | null
  /** The parent of the player object: in a boat, the boat. */
  getPlayerLocation(): ZObject | null
  /** The room that encloses the player, even one in a vehicle: the location in maps, memory and events. */
  getLocation(): ZObject | null
  getInventory(): ZObject[] | null
  getVisibleObjects(): ZObject[] | null
  /** Location, inventory and visible objects by name, without the cost of whole objects. */
  getNames(): Names
  getObject(num: number): ZObject | null
  getWorldObjects(): ZObject[]
  /** A hash of the state that decides how the game continues, without undo states and the story's own saves. */
  getStateHash(): string
  /** A hash of the objects' parents and attributes, without those that change by themselves. */
  getWorldStateHash(): string
  /** The changes of the last step without those that a null action would have made. */
  getWorldDiff(): WorldDiff
  getDictionary(): DictionaryWord[]
  getGrammar(): GrammarLine[] | null
  getValidActions(
    limits: SearchLimits,
  ): { readonly actions: ValidAction[]; readonly trials: number; readonly complete: boolean } | null
  getValidExits(limits: SearchLimits): { readonly exits: Exit[]; readonly complete: boolean } | null
  /**
   * The key that passes a pause, found by about forty trials. Null if keys have different effects, or the story does
   * not wait for a key. `shown`: the text printed since the last input.
   */
  getPauseKey(shown: string): string | null
  /** The location as read from memory, without trials. Null if the player or the location is unknown. */
  getLocationScene(): LocationScene | null
  /**
   * Light, exits and doors of the location, found by about thirty trials. Null if the location is unknown or the story
   * does not wait for a line.
   */
  getSurvey(): LocationSurvey | null
}

/** The state of a waiting game. Opaque, immutable and structured-cloneable. */
export interface GameState {
  readonly machine: MachineState
  /** Counters that contradicted the story's own display. From then on they are unknown. */
  readonly doubts: InvalidCounters
  /** Null while the player is the object that it was at the start. */
  readonly found: FoundPlayer | null
  /** The text at the end of the game; null before it. */
  readonly farewell: string | null
  /** The text printed since the last input. */
  readonly shown: string
}

/** The result of a later search for the player. */
export interface FoundPlayer {
  /** Null while the player is unknown. */
  readonly player: PlayerSource | null
  /** The first words of the status line at the last search for the player, successful or not. */
  readonly heading: string
}

export interface InvalidCounters {
  readonly score: boolean
  readonly moves: boolean
}
