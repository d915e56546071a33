import { hasAll } from '../../../kit/text/query-words'
import type { Section } from './read-document'

export interface FoundSection {
  readonly section: Section
  /** Text around the first match. */
  readonly excerpt: string
  /** True if no section has all words, and this one has the most telling of them. */
  readonly isPartial: boolean
}

/** Maximum number of listed sections; a longer query narrows them. */
const MAX_FOUND = 40
/** Number of characters in the excerpt before and after the start of the match. */
const BEFORE = 40
const AFTER = 110

/**
 * Sections that contain every word, or else those with the most words, of which rare ones count more. Those with all
 * words in the title come first.
 */
export function searchSections(words: readonly string[], sections: readonly Section[]): readonly FoundSection[] {
  const complete = sections
    .filter((section) => hasAll(textOf(section), words))
    .toSorted((a, b) => Number(hasAll(b.title, words)) - Number(hasAll(a.title, words)))
  const found = complete.length > 0 ? complete : nearest(words, sections)
  return found.slice(0, MAX_FOUND).map((section) => {
    return { section, excerpt: excerptOf(section.text, words), isPartial: found !== complete }
  })
}

const textOf = ({ title, text }: Section): string => `${title} ${text}`

/** Words shorter than this, such as “my” and “is”, do not count in a question. */
const LEAST_LETTERS = 3
/** Share of the best score that a section needs. */
const NEAR = 0.7

function nearest(words: readonly string[], sections: readonly Section[]): readonly Section[] {
  const scores = new Map<Section, number>()
  for (const word of words.filter(({ length }) => length >= LEAST_LETTERS)) {
    const having = sections.filter((section) => hasAll(textOf(section), [word]))
    const weight = Math.log(sections.length / having.length)
    for (const section of having) scores.set(section, (scores.get(section) ?? 0) + weight)
  }
  const best = Math.max(...scores.values())
  return [...scores]
    .filter(([, score]) => score > 0 && score >= NEAR * best)
    .toSorted(([, a], [, b]) => b - a)
    .map(([section]) => section)
}

function excerptOf(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place !== -1)
  const at = places.length === 0 ? 0 : Math.min(...places)
  const from = at <= BEFORE ? 0 : Math.min(at, text.indexOf(' ', at - BEFORE) + 1)
  const end = text.indexOf(' ', at + AFTER)
  return `${from > 0 ? '…' : ''}${end === -1 ? text.slice(from) : `${text.slice(from, end)}…`}`
}

/** Splits the text into pieces that are alternately outside and inside a match. */
export function splitAtMatches(text: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [text]
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text.split(new RegExp(`(${escaped.toSorted((a, b) => b.length - a.length).join('|')})`, 'gi'))
}
