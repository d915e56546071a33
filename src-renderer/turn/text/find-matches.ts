import { matchesIn, MOST_PLACES, patternOf } from '@shared/episode/search/find'

/** Offsets of the first 1,000 matches of `query` in `text`, ignoring case. */
export const findMatches = (text: string, query: string): readonly (readonly [start: number, end: number])[] =>
  query === '' ? [] : matchesIn(text, patternOf(query))

/** False if there may be more matches than the limit. */
export const areAllMatches = (matches: readonly unknown[]) => matches.length < MOST_PLACES
