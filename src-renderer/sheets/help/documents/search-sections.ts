import { hasAll } from '../../../kit/text/query-words'
import type { Section } from './read-document'

export interface FoundSection {
  readonly section: Section
  /** Text around the first match. */
  readonly excerpt: string
}

/** Maximum number of listed sections; a longer query narrows them. */
const MAX_FOUND = 40
/** Number of characters in the excerpt before and after the start of the match. */
const BEFORE = 40
const AFTER = 110

/** Sections that contain every word. Those with all words in the title come first. */
export function searchSections(words: readonly string[], sections: readonly Section[]): readonly FoundSection[] {
  return sections
    .filter(({ title, text }) => hasAll(`${title} ${text}`, words))
    .toSorted((a, b) => Number(hasAll(b.title, words)) - Number(hasAll(a.title, words)))
    .slice(0, MAX_FOUND)
    .map((section) => ({ section, excerpt: excerptOf(section.text, words) }))
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
