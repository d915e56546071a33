/** Sources of completions. */
export interface KnownWords {
  /** The parser's dictionary, truncated as the parser stores it. */
  readonly words: ReadonlySet<string>
  /** Verbs and directions. */
  readonly commands: readonly string[]
  /** Words printed so far, latest first. */
  readonly printed: readonly string[]
  /** Names of objects here or carried. */
  readonly objects: readonly string[]
}

const MAX_COMPLETIONS = 6
/** Dictionary word lengths of the Z-machine: up to version 3, and from version 4. */
const WORD_LENGTHS = [6, 9] as const

/**
 * Completions of the last word, likeliest first: objects here, printed words that the parser knows, commands. A noun
 * that was not printed yet is never offered, because it would be a spoiler.
 */
export function completionsOf(text: string, { words, commands, printed, objects }: KnownWords): readonly string[] {
  const start = lastWordOf(text)
  if (start === '') return []
  const isFirst = text.trimStart().toLowerCase() === start
  const things = [...objects.flatMap(wordsOf), ...printed.filter((word) => knows(words, word))]
  const candidates = isFirst ? [...commands, ...things] : [...things, ...commands]
  return [...new Set(candidates)].filter((word) => word.startsWith(start) && word !== start).slice(0, MAX_COMPLETIONS)
}

/** Replaces the last word of the text. */
export const complete = (text: string, word: string): string =>
  `${text.slice(0, text.length - lastWordOf(text).length)}${word} `

export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? []

const lastWordOf = (text: string) => /[\p{L}\p{N}'-]*$/u.exec(text.toLowerCase())?.[0] ?? ''
const knows = (words: ReadonlySet<string>, word: string) =>
  words.has(word) || WORD_LENGTHS.some((length) => word.length > length && words.has(word.slice(0, length)))
