import type { GrammarLine, GrammarToken } from '../environment'
import type { Machine } from '../zmachine/machine'
import type { Grammar } from './grammar'
import { isSpoken } from './noun-phrases'

/** One command to try. */
export interface TrialCandidate {
  readonly text: string
  readonly verb: string
  readonly action: number
  readonly objects: readonly number[]
}

/** Objects near the player, from which candidates are composed. */
export interface Surroundings {
  /** Keyed by the objects at hand, in the order in which they were found: the words for the object. */
  readonly phrases: ReadonlyMap<number, string>
  readonly held: ReadonlySet<number>
}

/** Everyday verbs of interactive fiction, the likeliest first. They order the search and select the best synonym. */
const COMMON_VERBS =
  'take open drop close put push pull turn move unlock give enter climb go light attack kill eat drink wear read tie throw insert lock board exit cut dig break wave ring rub raise lower fill pour untie burn show press switch set remove ask tell blow knock inflate deflate launch jump swim pray sit stand sleep wake search look examine wind squeeze shake cross touch buy kiss sing wait'.split(
    ' ',
  )
/** Added to the rank of lines with two objects, which have many pairs to try. */
const PAIRS_LATER = 12
const TOOL_PREPOSITION = 'with'
const COMMON_PREPOSITIONS = 'with in on to from off under behind at out up down through over about for'.split(' ')
/** Verbs about the program, not the world. Inform marks its own; Infocom does not. */
const META_VERBS =
  'save restore restart quit verbose brief superbrief script unscript version score diagnose time undo again oops notify record unrecord command'.split(
    ' ',
  )

export type NounToken = Extract<GrammarToken, { readonly noun: unknown }>

export interface PlannedLine extends GrammarLine {
  /** The most common of the line's verbs, else the longest. */
  readonly verb: string
  readonly nouns: number
  /** The line up to its first noun, if it has two and the grammar has the shorter line too; else null. */
  readonly shorter: readonly GrammarToken[] | null
  readonly rank: number
}

/** The lines worth trying, the likeliest first; only the best one for each action and number of objects. */
export function planLines(machine: Machine, grammar: Grammar, isMeta: (verb: string) => boolean): PlannedLine[] {
  const metaEntries = new Set(META_VERBS.map((verb) => machine.dictionary.find(verb)))
  const planned = grammar.lines.flatMap((line): PlannedLine[] => {
    const verbs = line.verbs.filter(isSpoken)
    const nouns = line.tokens.filter((token) => 'noun' in token)
    if (verbs.length === 0 || nouns.length > 2 || nouns.some(({ noun }) => noun === 'text' || noun === 'number'))
      return []
    if (line.verbs.some((verb) => isMeta(verb) || metaEntries.has(machine.dictionary.find(verb)))) return []
    if (
      isReversed(line) &&
      grammar.lines.some((other) => other.verbs === line.verbs && nounsOf(other) === 2 && !isReversed(other))
    )
      return []
    const common = COMMON_VERBS.findIndex((verb) =>
      verbs.some(
        (own) => machine.dictionary.find(own) === machine.dictionary.find(verb) && machine.dictionary.find(verb) !== 0,
      ),
    )
    const verb =
      common >= 0 ? COMMON_VERBS[common]! : verbs.reduce((best, own) => (own.length > best.length ? own : best))
    const rank =
      (common >= 0 ? common : COMMON_VERBS.length) + line.tokens.length * 0.1 + (nouns.length === 2 ? PAIRS_LATER : 0)
    return [{ ...line, verb, nouns: nouns.length, shorter: nouns.length < 2 ? null : findShorter(grammar, line), rank }]
  })
  const plainest = new Map<string, PlannedLine>()
  for (const line of planned.sort(
    (a, b) => Number(a.shorter !== null) - Number(b.shorter !== null) || a.rank - b.rank,
  )) {
    const key = `${line.action} ${line.nouns}`
    if (!plainest.has(key)) plainest.set(key, line)
  }
  return [...plainest.values()].sort((a, b) => a.rank - b.rank)
}

/** The objects for a noun of a line, those with its attribute first; for `held`, only carried ones. */
export function objectsFor(
  machine: Machine,
  { noun, attribute }: NounToken,
  { phrases, held }: Surroundings,
): number[] {
  const all = [...phrases.keys()].filter((object) => noun !== 'held' || held.has(object))
  const fitting = attribute === null ? all : all.filter((object) => machine.objects.hasAttribute(object, attribute))
  return [...fitting, ...all.filter((object) => !fitting.includes(object))]
}

/** Like `objectsFor`, for the second noun: the object must have the noun's attribute, and a tool must be carried. */
export function secondObjectsFor(
  machine: Machine,
  line: PlannedLine,
  token: NounToken,
  surroundings: Surroundings,
): number[] {
  const before = line.tokens[line.tokens.indexOf(token) - 1]
  const isTool = before !== undefined && 'prepositions' in before && before.prepositions.includes(TOOL_PREPOSITION)
  const { attribute } = token
  return objectsFor(machine, isTool ? { ...token, noun: 'held' } : token, surroundings).filter(
    (object) => attribute === null || machine.objects.hasAttribute(object, attribute),
  )
}

/** Fills in the nouns of a line. */
export function composeCandidate(
  line: PlannedLine,
  objects: readonly number[],
  { phrases }: Surroundings,
): TrialCandidate {
  let next = 0
  const words = line.tokens.map((token) =>
    'noun' in token ? phrases.get(objects[next++]!)! : plainestPreposition(token.prepositions),
  )
  return { text: [line.verb, ...words].join(' '), verb: line.verb, action: line.action, objects }
}

/** Whether two nouns follow each other: "give him it" means "give it to him". */
function isReversed({ tokens }: GrammarLine): boolean {
  return tokens.some((token, index) => 'noun' in token && 'noun' in (tokens[index + 1] ?? {}))
}

const nounsOf = ({ tokens }: GrammarLine) => tokens.filter((token) => 'noun' in token).length

function findShorter(grammar: Grammar, { verbs, tokens }: GrammarLine): readonly GrammarToken[] | null {
  const upToFirst = tokens.slice(0, tokens.findIndex((token) => 'noun' in token) + 1)
  return grammar.lines.some((other) => other.verbs === verbs && isSameShape(other.tokens, upToFirst)) ? upToFirst : null
}

function isSameShape(tokens: readonly GrammarToken[], expected: readonly GrammarToken[]): boolean {
  return (
    tokens.length === expected.length &&
    tokens.every((token, index) => {
      const other = expected[index]!
      return 'noun' in token
        ? 'noun' in other
        : 'prepositions' in other && token.prepositions.join() === other.prepositions.join()
    })
  )
}

function plainestPreposition(words: readonly string[]): string {
  return COMMON_PREPOSITIONS.find((word) => words.includes(word)) ?? words[0] ?? ''
}
