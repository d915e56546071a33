import { cutText } from '../../base/whole-characters'

const LINKS: ReadonlySet<string> = new Set(['a', 'an', 'the', 'of', 'in', 'on', 'at', 'to', 'is', 'are', 'my', 'some'])

/** The words of a text for comparison: in lower case, without articles and the like. */
export const wordsIn = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).filter((word) => !LINKS.has(word)))

/** One line of at most `most` characters, without lone surrogates, which some endpoints refuse. */
export const cutLine = (text: string, most: number): string =>
  cutText(text.replaceAll(/\s+/g, ' ').trim(), most).replaceAll(/\p{Cs}/gu, '')

/** Common words as a share of all words of both (Jaccard index); 1 for two empty texts. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length
  const all = one.size + other.size - shared
  return all === 0 ? 1 : shared / all
}

/**
 * Whether two names mean the same: every word of the shorter is in the longer, and the shorter has at least one word.
 */
export function isSameName(one: string, other: string): boolean {
  const [fewer, more] = [wordsIn(one), wordsIn(other)].toSorted((a, b) => a.size - b.size)
  return fewer !== undefined && more !== undefined && fewer.size > 0 && [...fewer].every((word) => more.has(word))
}
