/** What the palette finds a thing by. */
export interface Named {
  readonly label: string
  /** Other words for it, which are not shown. */
  readonly synonyms?: readonly string[]
}

/** From the best to the last resort; how well a query fits is a place in this list. */
const FITS = ['same', 'start', 'synonym', 'words', 'wordsOrSynonyms', 'inside', 'initials', 'letters'] as const
export type Fit = (typeof FITS)[number]

export interface Ranked<Item> {
  readonly item: Item
  /** A place in `FITS`; smaller is better. */
  readonly rank: number
}

/**
 * The items that fit the query, the best first, those that fit alike in the order they came; all of them for an empty
 * query. Letters that merely stand somewhere in this order are a last resort, for when nothing else was found.
 */
export function bestFirst<Item>(
  query: string,
  items: readonly Item[],
  named: (item: Item) => Named,
): readonly Ranked<Item>[] {
  const sought = folded(query).trim()
  const ranked = items.flatMap((item) => {
    const fit = fitOf(sought, named(item))
    return fit === null ? [] : [{ item, rank: FITS.indexOf(fit) }]
  })
  const best = ranked.filter(({ rank }) => rank < FITS.indexOf('letters'))
  return (best.length > 0 ? best : ranked).toSorted((a, b) => a.rank - b.rank)
}

/** Null: not at all. `sought` is folded. */
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

/** Without case and accents: "café" is found by "cafe". */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

const areStarts = (terms: readonly string[], words: readonly string[]): boolean =>
  terms.every((term) => words.some((word) => word.startsWith(term)))

/** The beginnings of words in their order, a letter or more of each; words may be left out: "gtt" of "Go to turn". */
function areInitials(letters: string, words: readonly string[]): boolean {
  /** How many letters the words so far can account for. */
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
