import type { Observation, Turn } from '../state/episode'
import type { MindText } from './mind-texts'
import { resultOf } from '../state/strings'
import { parseSearch, type SearchedTurn, type Term, turnMatches, wordsIn } from './search'
import { isThought, thinkingTexts } from '../projections/thoughts'

/** Where a reader can have it looked for, in the order in which a page shows them of a turn. */
export const FIND_FIELDS = ['thought', 'call', 'mind', 'action', 'text'] as const
export type FindField = (typeof FIND_FIELDS)[number]

/** What a page can mark, told apart as its elements are. */
export type MarkedField = FindField | 'room' | 'tool'

export interface Question {
  readonly text: string
  /** Where plain text is looked for. */
  readonly fields: readonly FindField[]
  readonly matchesCase: boolean
  readonly isWholeWord: boolean
}

/** A question made ready to be asked of thousands of turns. */
export interface Finder {
  /** What must hold for a turn; none of plain text. */
  readonly terms: readonly Term[]
  readonly patterns: Readonly<Partial<Record<MarkedField, RegExp>>>
}

/**
 * One place in a turn: the `nth` of its part, from 0. Parts are calls by their id, thoughts by their place in
 * `thinkingTexts`, what the mind holds by the names in mind-texts.ts, and where there is one alone '' (all of the turn:
 * no field).
 */
export interface Place {
  readonly field: FindField | null
  readonly part: string
  readonly nth: number
}

/** Longer is nothing that stands in a story, and costs more than it finds. */
export const LONGEST_QUESTION = 200

/** Places of one text that are counted and marked: more than anybody steps through. */
export const MOST_PLACES = 1000

/**
 * Text is looked for as it was typed. One that begins with a field, as `room:cellar lamp` or `score>0`, is a search as
 * in search.ts: of turns for which every word of it holds. Null if there is nothing to look for.
 */
export function finderOf({ text, fields, ...how }: Question): Finder | null {
  const sought = text.trim()
  if (sought === '' || sought.length > LONGEST_QUESTION) return null
  if (!isByField(sought)) {
    const pattern = patternOf(sought, how)
    return {
      terms: [],
      patterns: {
        ...Object.fromEntries(fields.map((field) => [field, pattern])),
        ...(fields.includes('call') && { tool: pattern }),
      },
    }
  }
  const terms = parseSearch(sought)
  const marked = (['room', 'action', 'text', 'tool', 'thought'] as const).flatMap((field) => {
    const words = wordsIn(terms, field)
    return words.length === 0 ? [] : [[field, anyOf(words.map((word) => patternOf(word, how)))] as const]
  })
  return { terms, patterns: Object.fromEntries(marked) }
}

export const isByField = (text: string): boolean =>
  /^(?:(?:room|action|text|tool|thought):\S|score[<>=]=?-?\d|error:$)/i.test(text.trim())

const anyOf = (patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source).join('|'), patterns[0]?.flags)

/**
 * Matches `text` itself, whatever signs are in it, in any case unless that matters. White space is as long as it
 * likes and may be the end of a line; a letter with an accent is the same in one sign or in two.
 */
export function patternOf(
  text: string,
  { matchesCase = false, isWholeWord = false }: Partial<Pick<Question, 'matchesCase' | 'isWholeWord'>> = {},
): RegExp {
  const signs = Array.from(text.normalize('NFC').matchAll(/\s+|./gsu), ([sign]) => sign)
  const source = signs.map((sign) => (sign.trim() === '' ? String.raw`\s+` : inEitherForm(sign))).join('')
  const edge = (sign: string | undefined, look: string) =>
    isWholeWord && /^[\p{L}\p{M}\p{N}_]$/u.test(sign ?? '') ? String.raw`(?${look}[\p{L}\p{M}\p{N}_])` : ''
  return new RegExp(edge(signs[0], '<!') + source + edge(signs.at(-1), '!'), matchesCase ? 'gu' : 'giu')
}

function inEitherForm(sign: string): string {
  const parts = sign.normalize('NFD')
  return parts === sign ? escaped(sign) : `(?:${escaped(sign)}|${escaped(parts)})`
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** Beginning and end of what matches in `text`, the first `MOST_PLACES` of them. */
export function matchesIn(text: string, pattern: RegExp): readonly (readonly [start: number, end: number])[] {
  const matches: (readonly [number, number])[] = []
  pattern.lastIndex = 0
  for (let found = pattern.exec(text); found && matches.length < MOST_PLACES; found = pattern.exec(text))
    matches.push([found.index, found.index + found[0].length])
  return matches
}

/** What the game printed before the first action, as a turn that is looked through like the others. */
export const openingAsTurn = (opening: Observation): SearchedTurn => ({
  iterations: [],
  action: null,
  observation: opening,
  problems: [],
})

/** How many places of a turn are found; `before` is what the game had said before it, `mind` what is found of that. */
export function countPlaces(
  finder: Finder,
  turn: SearchedTurn,
  before: Observation | null,
  mind: readonly MindText[] = [],
): number {
  if (!turnMatches(finder.terms, turn, before)) return 0
  let count = 0
  visitTexts(finder, turn, mind, (pattern, text) => {
    count += matchesIn(text, pattern).length
  })
  return Math.max(count, atLeast(finder))
}

/** The same as places, in the order of the page. */
export function placesOf(
  finder: Finder,
  turn: SearchedTurn,
  before: Observation | null,
  mind: readonly MindText[] = [],
): readonly Place[] {
  if (!turnMatches(finder.terms, turn, before)) return []
  const places: Place[] = []
  const known = new Map<string, number>()
  visitTexts(finder, turn, mind, (pattern, text, field, part) => {
    const key = `${field} ${part}`
    const before = known.get(key) ?? 0
    const found = matchesIn(text, pattern).length
    known.set(key, before + found)
    for (let nth = before; nth < before + found; nth++) places.push({ field, part, nth })
  })
  return places.length < atLeast(finder) ? [{ field: null, part: '', nth: 0 }] : places
}

/** A turn that was asked for itself, as by its score, is a place even if nothing in it is. */
const atLeast = ({ terms }: Finder): 0 | 1 => (terms.length > 0 ? 1 : 0)

type Visit = (pattern: RegExp, text: string, field: FindField, part: string) => void

function visitTexts({ patterns }: Finder, turn: SearchedTurn, mind: readonly MindText[], visit: Visit): void {
  const { thought, call, tool = call, mind: inMind, action, text } = patterns
  if (thought) for (const [index, one] of soughtThoughts(turn).entries()) visit(thought, one, 'thought', String(index))
  if (tool)
    for (const { toolCalls } of turn.iterations)
      for (const toolCall of toolCalls) {
        const { callId, toolName, arguments: given } = toolCall
        // What was looked through as a thought is not found a second time.
        if (thought && isThought(given)) continue
        visit(tool, toolName, 'call', callId)
        if (call) visitLeaves(given, (leaf) => visit(call, leaf, 'call', callId))
        if (call) visitLeaves(contentOf(resultOf(toolCall)), (leaf) => visit(call, leaf, 'call', callId))
      }
  if (inMind) for (const { part, text: said } of mind) visit(inMind, said, 'mind', part)
  if (action && turn.action) visit(action, turn.action.action, 'action', '')
  if (text && turn.observation) visit(text, turn.observation.text, 'text', '')
}

/** The thinking of the turn and behind it why the action was chosen: a part of its place is its index in here. */
const soughtThoughts = (turn: Pick<Turn, 'iterations' | 'action'>): readonly string[] => [
  ...thinkingTexts(turn),
  ...(turn.action?.reasoning ? [turn.action.reasoning] : []),
]

/** Of parts of MCP content their text alone: the names of their fields say nothing. */
const contentOf = (result: unknown): unknown => (Array.isArray(result) ? result.map((part) => textIn(part)) : result)
const textIn = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? part.text : part

/** Names and values, as JSON has them: to write the JSON first would take longer than to look through it. */
function visitLeaves(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value)
  else if (typeof value === 'number' || typeof value === 'boolean') visit(String(value))
  else if (Array.isArray(value)) for (const item of value) visitLeaves(item, visit)
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value)) {
      visit(name)
      visitLeaves(field, visit)
    }
}
