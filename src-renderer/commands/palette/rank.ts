/** The texts that a query is matched with. */
export interface Named {
  readonly label: string
  readonly synonyms?: readonly string[]
}

/** Kinds of match, from best to worst. */
const FITS = ['same', 'start', 'synonym', 'words', 'wordsOrSynonyms', 'inside', 'initials', 'letters'] as const
export type Fit = (typeof FITS)[number]

export interface Ranked<Item> {
  readonly item: Item
  /** Index in `FITS`; smaller is better. */
  readonly rank: number
}

/** The matching items, best first. A subsequence of letters counts only if nothing else matches. */
export function bestFirst<Item>(
  query: string,
  items: readonly Item[],
  named: (item: Item) => Named,
): readonly Ranked<Item>[] {
  const foldedQuery = folded(query).trim()
  const ranked = items.flatMap((item) => {
    const fit = fitOf(foldedQuery, named(item))
    return fit === null ? [] : [{ item, rank: FITS.indexOf(fit) }]
  })
  const best = ranked.filter(({ rank }) => rank < FITS.indexOf('letters'))
  return (best.length > 0 ? best : ranked).toSorted((a, b) => a.rank - b.rank)
}

/** How an entry matches; null if it does not. `sought` is already folded. */
export function fitOf(sought: string, { label, synonyms = [] }: Named): Fit | null {
  const text = folded(label)
  if (text.startsWith(sought)) return text === sought ? 'same' : 'start'
  const others = synonyms.map(folded)
  if (others.includes(sought)) return 'synonym'
  const terms = wordsOf(sought)
  if (terms.length > 0) {
    if (areStarts(terms, wordsOf(text))) return 'words'
    if (areStarts(terms, [text, ...others].flatMap(wordsOf))) return 'wordsOrSynonyms'
  }
  if (sought.length > 1 && text.includes(sought)) return 'inside'
  const letters = sought.replaceAll(' ', '')
  if (letters.length > text.length) return null
  if (areInitials(letters, wordsOf(text))) return 'initials'
  return areInOrder(letters, text) ? 'letters' : null
}

/** Removes case and accents: "cafe" finds "café". */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

const areStarts = (terms: readonly string[], words: readonly string[]): boolean =>
  terms.every((term) => words.some((word) => word.startsWith(term)))

/** Matches beginnings of words in order; words may be skipped: "gtt" matches "Go to turn". */
function areInitials(letters: string, words: readonly string[]): boolean {
  /** The possible numbers of letters that the words so far match. */
  const taken = new Set([0])
  for (const word of words) {
    const before = [...taken]
    for (const from of before)
      for (let length = 1; length <= word.length && letters[from + length - 1] === word[length - 1]; length++)
        taken.add(from + length)
  }
  return taken.has(letters.length)
}

function areInOrder(letters: string, text: string): boolean {
  let from = 0
  return letters.split('').every((letter) => {
    from = text.indexOf(letter, from) + 1
    return from > 0
  })
}
