import type { GameObject } from '@shared/map/location-survey'
import type { Outcome } from '@shared/episode/state/state-block'
import type { Direction } from '@shared/map/direction'

/**
 * All that the explorer knows: a fold of the turns in `messages`, and nothing besides. Maps and sets keep the order of
 * insertion, so every loop over them is repeatable.
 */
export interface Memory {
  readonly turn: number
  readonly here: number | null
  readonly places: ReadonlyMap<number, KnownPlace>
  readonly carried: readonly GameObject[]
  /** Things that came along without being carried by hand: what is in a carried bottle, a follower. */
  readonly along: readonly GameObject[]
  readonly score: number | null
  /** What came of each command, wherever it was given: for things that are carried about. */
  readonly attempts: TriedCommands
  /** How often ways that no text mentions, and close looks, have led to something. */
  readonly hunches: SuccessRate
  readonly looks: SuccessRate
  readonly takes: SuccessRate
  readonly opens: SuccessRate
  /** Short replies that changed nothing, with the command that first brought each. */
  readonly dullReplies: ReadonlyMap<string, string>
  /** What was printed at the beginning and at each gain of score: whoever died may find themselves there again. */
  readonly beginnings: ReadonlySet<string>
  /** Lines that the story added to its answers, of its own accord. */
  readonly heard: ReadonlySet<string>
  readonly unknownWords: ReadonlySet<string>
  /** What the parser has taken a thing's name to be, by the name it is listed under. */
  readonly wordings: ReadonlyMap<string, string>
  readonly seen: ReadonlySet<number>
  /** Things whose taking raised the score. */
  readonly valued: ReadonlySet<number>
  /** Head nouns of those: what is called the same is likely to be worth the same. */
  readonly valuedHeads: ReadonlySet<string>
  /** Things that earned their reward: never taken back. */
  readonly delivered: ReadonlySet<number>
  readonly depot: Depot | null
  /** Where things were taken, by their id. */
  readonly foundAt: ReadonlyMap<number, number>
  /** Things refused for their weight. */
  readonly wanted: ReadonlySet<number>
  readonly dropped: ReadonlySet<number>
  readonly openedThings: ReadonlySet<number>
  /** Head nouns of what somebody else holds. */
  readonly owned: ReadonlySet<string>
  /** Head nouns of what turned out to be somebody. */
  readonly people: ReadonlySet<string>
  readonly lightIsOn: boolean
  readonly spentLights: ReadonlySet<number>
  readonly isDark: boolean
  readonly foe: Foe | null
  readonly reply: Reply
  /** How many single keys were asked for in a row, the one that is waited for now included. */
  readonly keysAsked: number
  /** Set so far, word for word. */
  readonly objectives: ReadonlySet<string>
  /** Counts changes of score, inventory and opened things. What failed may be tried again when it has grown. */
  readonly epoch: number
  readonly lastProgress: number
  /** The turn in which something was last taken. */
  readonly lastGain: number
  /** The last steps, newest last. */
  readonly trail: readonly TrailStep[]
}

export interface KnownPlace {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly visits: number
  /** Where a direction, or a whole command, has led. */
  readonly edges: ReadonlyMap<string, number>
  readonly attempts: TriedCommands
  readonly things: readonly GameObject[]
  readonly nouns: readonly string[]
  /** Nouns of the text by which the story means a thing that is listed under another name. */
  readonly aliases: ReadonlyMap<string, string>
  /** Things that the text presents ("there is a lamp here"), listed or not. */
  readonly presented: readonly string[]
  /** Head nouns of listed things that the text brings in as new ones: "a winch", not "the wall". */
  readonly introduced: ReadonlySet<string>
  readonly ways: ReadonlySet<Direction>
  /** Ways that were refused with a reason: something may open them. */
  readonly barred: ReadonlySet<string>
  /** Words of the refusals that ways on, and doors, were met with: what they name may be what stands in the way. */
  readonly obstacles: ReadonlySet<string>
  readonly doubtfulWays: ReadonlySet<Direction>
  readonly gloomyWays: ReadonlySet<Direction>
  /** The text says that there is one way only. */
  readonly isDeadEnd: boolean
  readonly locked: ReadonlySet<string>
  readonly opened: ReadonlySet<string>
  /** Containers that had something in them when they were opened: stores, not places that wait for something. */
  readonly stores: ReadonlySet<string>
  /** Commands that were refused for want of something. */
  readonly wants: ReadonlySet<string>
  /** Things that the text says are shut. */
  readonly shut: ReadonlySet<string>
  /** Exits refused because of the load. */
  readonly tightExits: ReadonlySet<string>
  readonly light: 'unknown' | 'lit' | 'dark'
  readonly foe: string | null
  /** Directions that should lead back to where the explorer has come from, the first way in first. */
  readonly backs: ReadonlyMap<string, number>
  /** The door or the like that the explorer first came in by. */
  readonly cameThrough: string | null
  /** Nouns that the text gives a direction for: "the front door is to the north". */
  readonly signposted: ReadonlySet<string>
  readonly danger: number
}

export type TriedCommands = ReadonlyMap<string, TriedCommand>

export interface TriedCommand {
  readonly count: number
  /** Failures since the last success. */
  readonly fails: number
  readonly outcome: Outcome
  readonly epoch: number
  readonly turn: number
}

export interface SuccessRate {
  readonly tries: number
  readonly hits: number
}

interface Depot {
  readonly place: number
  /** Null: the reward is for leaving things on the floor. */
  readonly container: string | null
}

export interface Foe {
  readonly name: string
  /** It bars the way; one that does not is better left than fought when it has drawn blood. */
  readonly blocks: boolean
  readonly hasHurt: boolean
  readonly rounds: number
}

interface Reply {
  readonly action: string | null
  readonly text: string
  readonly outcome: Outcome
  readonly scoreDelta: number
}

interface TrailStep {
  readonly place: number
  readonly action: string
}

export const emptyMemory: Memory = {
  turn: 0,
  here: null,
  places: new Map(),
  carried: [],
  along: [],
  score: null,
  attempts: new Map(),
  hunches: { tries: 0, hits: 0 },
  looks: { tries: 0, hits: 0 },
  takes: { tries: 0, hits: 0 },
  opens: { tries: 0, hits: 0 },
  dullReplies: new Map(),
  beginnings: new Set(),
  heard: new Set(),
  unknownWords: new Set(),
  wordings: new Map(),
  seen: new Set(),
  valued: new Set(),
  valuedHeads: new Set(),
  delivered: new Set(),
  depot: null,
  foundAt: new Map(),
  wanted: new Set(),
  dropped: new Set(),
  openedThings: new Set(),
  owned: new Set(),
  people: new Set(),
  lightIsOn: false,
  spentLights: new Set(),
  isDark: false,
  foe: null,
  reply: { action: null, text: '', outcome: 'other', scoreDelta: 0 },
  keysAsked: 0,
  objectives: new Set(),
  epoch: 0,
  lastProgress: 0,
  lastGain: 0,
  trail: [],
}

export const newPlace = (id: number, name: string): KnownPlace => ({
  id,
  name,
  description: '',
  visits: 0,
  edges: new Map(),
  attempts: new Map(),
  things: [],
  nouns: [],
  aliases: new Map(),
  presented: [],
  introduced: new Set(),
  ways: new Set(),
  barred: new Set(),
  obstacles: new Set(),
  doubtfulWays: new Set(),
  gloomyWays: new Set(),
  isDeadEnd: false,
  locked: new Set(),
  opened: new Set(),
  stores: new Set(),
  wants: new Set(),
  shut: new Set(),
  tightExits: new Set(),
  light: 'unknown',
  foe: null,
  backs: new Map(),
  cameThrough: null,
  signposted: new Set(),
  danger: 0,
})

const FAILURES: ReadonlySet<Outcome> = new Set(['unknown_word', 'not_visible', 'ambiguous', 'refused', 'no_op'])
export const isDeath = (outcome: Outcome): boolean => outcome === 'died' || outcome === 'game_over'
export const isFailure = (outcome: Outcome): boolean => FAILURES.has(outcome)

export const placeOf = (memory: Memory): KnownPlace | null =>
  memory.here === null ? null : (memory.places.get(memory.here) ?? null)

/** The way by which the explorer first came here, walked the other way. */
export const entranceOf = ({ backs }: KnownPlace): string | null => backs.keys().next().value ?? null

export const withAdded = <Item>(set: ReadonlySet<Item>, ...items: readonly Item[]): ReadonlySet<Item> =>
  items.every((item) => set.has(item)) ? set : new Set([...set, ...items])
export const withEntry = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> =>
  new Map(map).set(key, value)
