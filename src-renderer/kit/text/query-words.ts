/** The words of a query, in lower case. */
export const wordsOf = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether a text contains all these words, in any case. `words` are from `wordsOf`. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const folded = text.toLowerCase()
  return words.every((word) => folded.includes(word))
}
