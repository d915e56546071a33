/** A turn with `count` hits, after `before` hits in earlier turns. */
export interface TurnHits {
  readonly turn: number
  readonly count: number
  readonly before: number
}

/** The `nth` hit of its turn, from 0. */
export interface Hit {
  readonly turn: number
  readonly nth: number
}

/** Hits in the order of their turns. */
export type Hits = readonly TurnHits[]

export const totalOf = (hits: Hits): number => {
  const last = hits.at(-1)
  return last ? last.before + last.count : 0
}

/** The hits up to `turn`; null for all. */
export const hitsUntil = (hits: Hits, turn: number | null): Hits =>
  turn === null || (hits.at(-1)?.turn ?? 0) <= turn ? hits : hits.slice(0, indexFrom(hits, turn + 1))

/** The number of a hit among all hits, from 1; null if it is not one of them. */
export function ordinalOf(hits: Hits, { turn, nth }: Hit): number | null {
  const found = hits[indexFrom(hits, turn)]
  return found?.turn === turn && nth < found.count ? found.before + nth + 1 : null
}

/**
 * The next (1) or previous (-1) hit from `from`, wrapping around. `nth` may be -1 (before all hits of its turn) or
 * Infinity (after all). 'later' if the result depends on turns after `searchedTo`, which is null once all turns are
 * searched. Null if there are no hits.
 */
export function stepHit(hits: Hits, from: Hit, by: 1 | -1, searchedTo: number | null): Hit | 'later' | null {
  const found = by === 1 ? after(hits, from) : before(hits, from)
  const isKnown = searchedTo === null || (by === 1 ? found !== null : searchedTo >= from.turn && found !== null)
  if (!isKnown) return 'later'
  return found ?? (by === 1 ? firstOf(hits) : lastOf(hits))
}

function after(hits: Hits, { turn, nth }: Hit): Hit | null {
  const index = indexFrom(hits, turn)
  const here = hits[index]
  if (here?.turn === turn && nth + 1 < here.count) return { turn, nth: nth + 1 }
  const next = here?.turn === turn ? hits[index + 1] : here
  return next ? { turn: next.turn, nth: 0 } : null
}

function before(hits: Hits, { turn, nth }: Hit): Hit | null {
  const index = indexFrom(hits, turn)
  const here = hits[index]
  if (here?.turn === turn && nth > 0) return { turn, nth: Math.min(nth, here.count) - 1 }
  return lastOf(hits.slice(Math.max(0, index - 1), index))
}

function firstOf(hits: Hits): Hit | null {
  return hits[0] ? { turn: hits[0].turn, nth: 0 } : null
}

function lastOf(hits: Hits): Hit | null {
  const last = hits.at(-1)
  return last ? { turn: last.turn, nth: last.count - 1 } : null
}

/** Index of the first entry with this turn or a later one. */
function indexFrom(hits: Hits, turn: number): number {
  let [low, high] = [0, hits.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hits[middle]?.turn ?? Infinity) < turn) low = middle + 1
    else high = middle
  }
  return low
}
