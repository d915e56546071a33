import { FAILURES } from '@shared/episode/state/failures'
import type { Outcome } from '@shared/episode/state/state-block'
import type { Direction } from '@shared/map/direction'
import type { GameObject } from '@shared/map/location-survey'

/** Everything that the explorer knows. Maps and sets keep insertion order, so every run is repeatable. */
export interface Memory {
  readonly turn: number
  readonly here: number | null
  readonly places: ReadonlyMap<number, KnownPlace>
  readonly carried: readonly GameObject[]
  /** Visible things that came along without being carried: the contents of a carried bottle, a follower. */
  readonly along: readonly GameObject[]
  readonly score: number | null
  /** Results of commands regardless of the place, for things that move. */
  readonly attempts: TriedCommands
  /** Success rates of ways that no text mentions, of close looks, taking and opening. */
  readonly hunches: SuccessRate
  readonly looks: SuccessRate
  readonly takes: SuccessRate
  readonly opens: SuccessRate
  /** Short replies that changed nothing, each with its first command. */
  readonly dullReplies: ReadonlyMap<string, string>
  /** The texts at the start and at each gain of score. After a death the game may continue from one of them. */
  readonly beginnings: ReadonlySet<string>
  /** Unprompted lines of the story, so that each counts as news only once. */
  readonly heard: ReadonlySet<string>
  readonly unknownWords: ReadonlySet<string>
  /** Keyed by listed name: the name of the thing that the parser understood. */
  readonly wordings: ReadonlyMap<string, string>
  readonly seen: ReadonlySet<number>
  /** Things whose taking raised the score. */
  readonly valued: ReadonlySet<number>
  /** Their head nouns: a thing with the same noun is probably worth as much. */
  readonly valuedHeads: ReadonlySet<string>
  /** Things that earned their reward; they are not taken again. */
  readonly delivered: ReadonlySet<number>
  readonly depot: Depot | null
  /** Keyed by thing: the place where it was taken. */
  readonly foundAt: ReadonlyMap<number, number>
  /** Things that were too heavy to take. */
  readonly wanted: ReadonlySet<number>
  readonly dropped: ReadonlySet<number>
  readonly openedThings: ReadonlySet<number>
  /** Head nouns of things that another person holds. */
  readonly owned: ReadonlySet<string>
  /** Head nouns that turned out to be people. */
  readonly people: ReadonlySet<string>
  readonly lightIsOn: boolean
  readonly spentLights: ReadonlySet<number>
  readonly isDark: boolean
  readonly foe: Foe | null
  readonly reply: Reply
  /** Number of consecutive requests for a single key, including the current one. */
  readonly keysAsked: number
  /** The objectives that were set, verbatim. */
  readonly objectives: ReadonlySet<string>
  /** Grows when score, inventory or surroundings may have changed; failures of earlier epochs may be retried. */
  readonly epoch: number
  readonly lastProgress: number
  /** The last turn in which something was taken. */
  readonly lastGain: number
  /** The last 12 steps, newest last. */
  readonly trail: readonly TrailStep[]
}

export interface KnownPlace {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly visits: number
  /** Keyed by direction or other command: the place where it led. */
  readonly edges: ReadonlyMap<string, number>
  readonly attempts: TriedCommands
  readonly things: readonly GameObject[]
  readonly nouns: readonly string[]
  /** Keyed by noun of the text: the listed name of the same thing. */
  readonly aliases: ReadonlyMap<string, string>
  /** Things that the text presents ("there is a lamp here"), listed or not. */
  readonly presented: readonly string[]
  /** Head nouns of listed things that the text introduces: "a winch", not "the wall". */
  readonly introduced: ReadonlySet<string>
  readonly ways: ReadonlySet<Direction>
  /** Ways that were refused with a reason: something may open them. */
  readonly barred: ReadonlySet<string>
  /** Words in refusals of ways and doors: they may name the obstacle. */
  readonly obstacles: ReadonlySet<string>
  readonly doubtfulWays: ReadonlySet<Direction>
  readonly gloomyWays: ReadonlySet<Direction>
  /** The text says that there is only one way. */
  readonly isDeadEnd: boolean
  readonly locked: ReadonlySet<string>
  readonly opened: ReadonlySet<string>
  /** Containers that were not empty when they were opened. They are not tried as depots. */
  readonly stores: ReadonlySet<string>
  /** Commands that were refused because something was missing. */
  readonly wants: ReadonlySet<string>
  /** Things that the text says are shut. */
  readonly shut: ReadonlySet<string>
  /** Exits that were too tight for the load. */
  readonly tightExits: ReadonlySet<string>
  readonly light: 'unknown' | 'lit' | 'dark'
  readonly foe: string | null
  /** Directions that should lead back to where the explorer came from, the first entrance first. */
  readonly backs: ReadonlyMap<string, number>
  /** The door through which the explorer first came in; null if it came through none. */
  readonly cameThrough: string | null
  /** Nouns with a direction in the text: "the front door is to the north". */
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

interface SuccessRate {
  readonly tries: number
  readonly hits: number
}

interface Depot {
  readonly place: number
  /** Null if things earn points when they are dropped. */
  readonly container: string | null
}

export interface Foe {
  readonly name: string
  /** True if it blocks the way. Any other foe is left alone once it has hurt the player. */
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

export const isDeath = (outcome: Outcome): boolean => outcome === 'died' || outcome === 'game_over'
export const isFailure = (outcome: Outcome): boolean => FAILURES.has(outcome)

export const placeOf = (memory: Memory): KnownPlace | null =>
  memory.here === null ? null : (memory.places.get(memory.here) ?? null)

/** The way back through the first entrance; null if unknown. */
export const entranceOf = ({ backs }: KnownPlace): string | null => backs.keys().next().value ?? null

export const withAdded = <Item>(set: ReadonlySet<Item>, ...items: readonly Item[]): ReadonlySet<Item> =>
  items.every((item) => set.has(item)) ? set : new Set([...set, ...items])
export const withEntry = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> =>
  new Map(map).set(key, value)

export function recordAttempt(
  memory: Memory,
  attempts: TriedCommands,
  command: string,
  outcome: Outcome,
): TriedCommands {
  const old: TriedCommand | undefined = attempts.get(command)
  const fails = isFailure(outcome) ? (old?.fails ?? 0) + 1 : 0
  return withEntry(attempts, command, {
    count: (old?.count ?? 0) + 1,
    fails,
    outcome,
    epoch: memory.epoch,
    turn: memory.turn,
  })
}

export function without(attempts: TriedCommands, command: string): TriedCommands {
  const left = new Map(attempts)
  left.delete(command)
  return left
}

/** `hit`: the success of one try, from 0 to 1. */
export const tally = ({ tries, hits }: SuccessRate, hit: number): SuccessRate => ({
  tries: tries + 1,
  hits: hits + hit,
})
