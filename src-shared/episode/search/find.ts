import { isThought, thinkingTexts } from '../projections/thoughts'
import type { Observation, Turn } from '../state/episode'
import { resultOf } from '../state/strings'
import type { MindText } from './mind-texts'
import { parseSearch, type SearchedTurn, type Term, turnMatches, wordsIn } from './search'

/** The fields that a user can search, in the order in which the page shows them in a turn. */
export const FIND_FIELDS = ['thought', 'call', 'mind', 'action', 'text'] as const
export type FindField = (typeof FIND_FIELDS)[number]

/** Elements in which the page marks hits. */
export type MarkedField = FindField | 'room' | 'tool'

export interface Query {
  readonly text: string
  /** The fields in which plain text is searched. */
  readonly fields: readonly FindField[]
  readonly matchesCase: boolean
  readonly isWholeWord: boolean
}

export interface Finder {
  /** Conditions that the turn must meet; empty for plain text. */
  readonly terms: readonly Term[]
  readonly patterns: Readonly<Partial<Record<MarkedField, RegExp>>>
}

/**
 * A hit in a turn: number `nth` in its part, from 0. Parts are calls by id, thoughts by their index in
 * `searchedThoughts`, and texts of the mind by the names in mind-texts.ts; '' if the field has one part. `field` null
 * means the whole turn.
 */
export interface TextPlace {
  readonly field: FindField | null
  readonly part: string
  readonly nth: number
}

/** Longest query, in characters. */
export const LONGEST_QUERY = 200

/** Maximum number of hits counted and marked in one text. */
export const MAX_PLACES = 1000

/** Null for an empty or too long query. A query with a field, such as `room:cellar`, is parsed as in search.ts. */
export function finderOf({ text, fields, ...how }: Query): Finder | null {
  const sought = text.trim()
  if (sought === '' || sought.length > LONGEST_QUERY) return null
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
  /^(?:(?:room|action|text|tool|thought):\S|(?:score|gain)[<>=]=?-?\d|error:$)/i.test(text.trim())

const anyOf = (patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source).join('|'), patterns[0]?.flags)

/**
 * A pattern that matches `text` literally. White space matches any white space; accented letters match in both Unicode
 * forms.
 */
export function patternOf(
  text: string,
  { matchesCase = false, isWholeWord = false }: Partial<Pick<Query, 'matchesCase' | 'isWholeWord'>> = {},
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

/** Start and end of each match in `text`; at most `MAX_PLACES`. */
export function matchesIn(text: string, pattern: RegExp): readonly (readonly [start: number, end: number])[] {
  const matches: (readonly [number, number])[] = []
  pattern.lastIndex = 0
  for (let found = pattern.exec(text); found && matches.length < MAX_PLACES; found = pattern.exec(text))
    matches.push([found.index, found.index + found[0].length])
  return matches
}

/** The opening as a turn that can be searched. */
export const openingAsTurn = (opening: Observation): SearchedTurn => ({
  iterations: [],
  action: null,
  observation: opening,
  problems: [],
})

/** Number of hits in a turn. `before` is the previous observation, `mind` the turn's texts of the mind. */
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

export function placesOf(
  finder: Finder,
  turn: SearchedTurn,
  before: Observation | null,
  mind: readonly MindText[] = [],
): readonly TextPlace[] {
  if (!turnMatches(finder.terms, turn, before)) return []
  const places: TextPlace[] = []
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

/** A turn that meets all terms, for example by its score, counts as at least one hit. */
const atLeast = ({ terms }: Finder): 0 | 1 => (terms.length > 0 ? 1 : 0)

type Visit = (pattern: RegExp, text: string, field: FindField, part: string) => void

function visitTexts({ patterns }: Finder, turn: SearchedTurn, mind: readonly MindText[], visit: Visit): void {
  const { thought, call, tool = call, mind: inMind, action, text } = patterns
  if (thought)
    for (const [index, one] of searchedThoughts(turn).entries()) visit(thought, one, 'thought', String(index))
  if (tool)
    for (const { toolCalls } of turn.iterations)
      for (const toolCall of toolCalls) {
        const { callId, toolName, arguments: given } = toolCall
        // A thought has already been searched.
        if (thought && isThought(given)) continue
        visit(tool, toolName, 'call', callId)
        if (call) visitLeaves(given, (leaf) => visit(call, leaf, 'call', callId))
        if (call) visitLeaves(contentOf(resultOf(toolCall)), (leaf) => visit(call, leaf, 'call', callId))
      }
  if (inMind) for (const { part, text: said } of mind) visit(inMind, said, 'mind', part)
  if (action && turn.action) visit(action, turn.action.action, 'action', '')
  if (text && turn.observation) visit(text, turn.observation.text, 'text', '')
}

/** Thoughts of the turn, followed by the reason for its action; a `TextPlace` refers to them by index. */
const searchedThoughts = (turn: Pick<Turn, 'iterations' | 'action'>): readonly string[] => [
  ...thinkingTexts(turn),
  ...(turn.action?.reasoning ? [turn.action.reasoning] : []),
]

/** Only the text of MCP content, because its field names have no meaning for a user. */
const contentOf = (result: unknown): unknown => (Array.isArray(result) ? result.map((part) => textIn(part)) : result)
const textIn = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? part.text : part

/** Visits the names and values of a JSON value. Serializing it would take longer than the search. */
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
