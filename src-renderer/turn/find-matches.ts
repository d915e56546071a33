import { matchesIn, MOST_PLACES, patternOf } from '@shared/episode/search/find'

/**
 * Where `query` stands in `text`, whatever its case, as offsets of beginning and end. At most a thousand places, the
 * first ones.
 */
export const findMatches = (text: string, query: string): readonly (readonly [start: number, end: number])[] =>
  query === '' ? [] : matchesIn(text, patternOf(query))

/** Whether there may be more of them than were looked for. */
export const areAllMatches = (matches: readonly unknown[]) => matches.length < MOST_PLACES
