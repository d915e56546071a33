import { thinkingTexts } from '../projections/thoughts'
import type { Observation, Turn } from '../state/episode'
import { changesOf } from '../state/turn-changes'

export type SearchedTurn = Pick<Turn, 'iterations' | 'action' | 'observation' | 'problems'>

/**
 * A word of a search, either plain or with a field, such as `room:cellar`, `tool:act`, `score>20` or `error:`. `score`
 * is the score after the turn, `gain` its change in the turn.
 */
export type Term =
  | { readonly field: 'any' | TextField; readonly text: string }
  | { readonly field: 'score' | 'gain'; readonly sign: Sign; readonly than: number }
  | { readonly field: 'error' }

export const compare = {
  '>': (figure: number, than: number) => figure > than,
  '<': (figure: number, than: number) => figure < than,
  '>=': (figure: number, than: number) => figure >= than,
  '<=': (figure: number, than: number) => figure <= than,
  '=': (figure: number, than: number) => figure === than,
}
export type Sign = keyof typeof compare

/** The words of a search in lower case. Quotes group several words. A comparison such as `score > 5` is one word. */
export const searchWords = (search: string): readonly string[] =>
  (search.toLowerCase().match(/-?\w+\s*(?:[<>]=?|=)\s*-?\d\S*|(?:[^\s"]|"[^"]*"?)+/g) ?? []).map((word) =>
    word.replace(/^(-?\w+)\s*([<>]=?|=)\s*(?=-?\d)/, '$1$2'),
  )

export type TextField = keyof typeof textsOf

/** The texts of a turn that are searched, by field. */
const textsOf = {
  room: ({ observation }: SearchedTurn): readonly string[] => [observation?.location?.name ?? ''],
  action: ({ action }: SearchedTurn): readonly string[] => [action?.action ?? ''],
  text: ({ observation }: SearchedTurn): readonly string[] => [observation?.text ?? ''],
  tool: ({ iterations }: SearchedTurn): readonly string[] =>
    iterations.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName)),
  thought: (turn: SearchedTurn): readonly string[] => [turn.action?.reasoning ?? '', ...thinkingTexts(turn)],
}

/** Fields in which a plain word is searched: those that the page shows. */
const PLAIN: readonly TextField[] = ['room', 'action', 'text']
const isTextField = (field: string): field is TextField => Object.hasOwn(textsOf, field)

/** Parses any text: a word with an unknown field is a plain word. */
export function parseSearch(search: string): readonly Term[] {
  return searchWords(search).map((word): Term => {
    const bare = word.replaceAll('"', '')
    const [, figure, sign, than] = /^(score|gain)([<>]=?|=)(-?\d+)$/.exec(bare) ?? []
    if (figure) return { field: figure as 'score' | 'gain', sign: sign as Sign, than: Number(than) }
    const [, field = '', text = ''] = /^(\w+):(.*)$/.exec(bare) ?? []
    if (field === 'error') return { field: 'error' }
    return isTextField(field) ? { field, text } : { field: 'any', text: bare }
  })
}

/** The words that the terms search for in a field, so that they can be marked there. */
export const wordsIn = (terms: readonly Term[], field: TextField): readonly string[] =>
  terms.flatMap((term) =>
    'text' in term && term.text !== '' && (term.field === field || (term.field === 'any' && PLAIN.includes(field)))
      ? [term.text]
      : [],
  )

export function turnMatches(terms: readonly Term[], turn: SearchedTurn, before: Observation | null): boolean {
  return terms.every((term) => {
    if (term.field === 'error') return turn.problems.length > 0
    if (term.field === 'any') return PLAIN.some((field) => isIn(textsOf[field](turn), term.text))
    if ('text' in term) return isIn(textsOf[term.field](turn), term.text)
    const { score = null } = turn.observation ?? {}
    const figure = term.field === 'gain' ? changesOf(before, turn.observation).scoreDelta : score
    return figure !== null && compare[term.sign](figure, term.than)
  })
}

/** Searches the texts one by one, because concatenating megabytes of thoughts would take as long as the search. */
const isIn = (texts: readonly string[], sought: string): boolean =>
  texts.some((text) => text.toLowerCase().includes(sought))
