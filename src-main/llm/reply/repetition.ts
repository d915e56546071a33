/** A word or a sequence of symbols, in pieces of at most 20 characters; this also splits languages without spaces. */
const WORDS = /[\p{L}\p{N}]{1,20}|[^\s\p{L}\p{N}]{1,20}/gu

/** Longest repeated span that is detected, in words. */
const LONGEST_SPAN = 60
/** A span counts as repeated if it occurs this often in a row and fills at least this many words. */
const TIMES = 8
const WORDS_IN_ALL = 100
/** Maximum number of consecutive space characters: some models answer a request for JSON with endless blanks. */
const MAX_SPACE = 1000
/** Watches a text that arrives in pieces. The cost of a word does not grow with the text. */
export interface RepetitionWatch {
  /** Whether the text repeats itself without end. */
  add(piece: string): boolean
}

export function watchForRepetition(): RepetitionWatch {
  /** The last words, and for each span the number of consecutive words that equal the word `span` places before. */
  const last: string[] = []
  const equal: number[] = []
  let pending = ''
  let spaces = 0
  let isEndless = false

  const addWord = (word: string) => {
    for (let span = 1; span <= Math.min(LONGEST_SPAN, last.length); span++) {
      const count = last.at(-span) === word ? (equal[span] ?? 0) + 1 : 0
      equal[span] = count
      isEndless ||= count >= Math.max(span * (TIMES - 1), WORDS_IN_ALL - span)
    }
    last.push(word)
    if (last.length > LONGEST_SPAN) last.shift()
  }

  return {
    add(piece) {
      spaces = piece.trim() === '' ? spaces + piece.length : piece.length - piece.trimEnd().length
      isEndless ||= spaces > MAX_SPACE
      const text = pending + piece
      const words = text.match(WORDS) ?? []
      // The last word may continue in the next piece.
      pending = /\s$/.test(text) ? '' : (words.pop() ?? '')
      for (const word of words) addWord(word)
      return isEndless
    },
  }
}
