/** What a command may be completed with. */
export interface KnownWords {
  /** All words of the story's parser, as short as it keeps them. */
  readonly words: ReadonlySet<string>
  /** Those that say what to do or where to go. */
  readonly commands: readonly string[]
  /** What the story has printed so far, the latest first. */
  readonly printed: readonly string[]
  /** Names of what is here and what is carried. */
  readonly objects: readonly string[]
}

const MOST = 6
/** Lengths to which parsers cut words: version 3 and before, version 4 and after, in letters. */
const CUT = [6, 9] as const

/**
 * Ways to end the word that is being typed, the likeliest first: things that are here, words that the story has printed
 * and its parser knows, commands. A noun that was not yet printed is never offered: it would tell what is still to be
 * found.
 */
export function completionsOf(text: string, { words, commands, printed, objects }: KnownWords): readonly string[] {
  const start = lastWordOf(text)
  if (start === '') return []
  const isFirst = text.trimStart().toLowerCase() === start
  const things = [...objects.flatMap(wordsOf), ...printed.filter((word) => knows(words, word))]
  const candidates = isFirst ? [...commands, ...things] : [...things, ...commands]
  return [...new Set(candidates)].filter((word) => word.startsWith(start) && word !== start).slice(0, MOST)
}

/** The text with its last word ended so. */
export const complete = (text: string, word: string): string =>
  `${text.slice(0, text.length - lastWordOf(text).length)}${word} `

export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? []

const lastWordOf = (text: string) => /[\p{L}\p{N}'-]*$/u.exec(text.toLowerCase())?.[0] ?? ''
const knows = (words: ReadonlySet<string>, word: string) =>
  words.has(word) || CUT.some((length) => word.length > length && words.has(word.slice(0, length)))
