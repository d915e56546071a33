/** More than anybody steps through; each is an element on the page. */
const MOST = 1000

/**
 * Where `query` stands in `text`, whatever its case, as offsets of beginning and end. At most a thousand places, the
 * first ones.
 */
export function findMatches(text: string, query: string): readonly (readonly [start: number, end: number])[] {
  if (query === '') return []
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu')
  return [...text.matchAll(pattern)].slice(0, MOST).map(({ index, 0: found }) => [index, index + found.length] as const)
}

/** Whether there may be more of them than were looked for. */
export const areAll = (matches: readonly unknown[]) => matches.length < MOST
