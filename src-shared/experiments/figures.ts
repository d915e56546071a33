import type { Measure } from './experiment-table'
import type { Unit } from './plan'
import { type Bounds, type Difference, type Figures, MIN_PAIRS } from './report'
import { type UnitResult, valueOf } from './result'
import { bootstrapInterval, clusteredInterval, type Interval, stratifiedInterval } from './statistics/intervals'
import { interquartileMean, mean, median } from './statistics/moments'
import { differencesOf, pairedDifference, seedsMissing, type ValuePair } from './statistics/paired'

export interface PlayedUnit {
  readonly unit: Unit
  /** Includes the cost computed from the price if the endpoint reported none. */
  readonly result: UnitResult
}

/** The value of each seed, averaged over its repeats, in the order of the seeds. */
function valuesBySeed(played: readonly PlayedUnit[], measure: Measure): ReadonlyMap<number, number> {
  const values = played.flatMap(({ unit: { seed }, result }) => {
    const value = valueOf(result, measure)
    return value === null ? [] : [{ seed, value }]
  })
  const seeds = groupBy(values, ({ seed }) => seed)
  return new Map([...seeds].map(([seed, repeats]) => [seed, mean(repeats.map(({ value }) => value))]))
}

export const bySeed = (played: readonly PlayedUnit[], measure: Measure): readonly number[] => [
  ...valuesBySeed(played, measure).values(),
]

export function pairsOf(
  arm: readonly PlayedUnit[],
  baseline: readonly PlayedUnit[],
  measure: Measure,
): readonly ValuePair[] {
  const others = valuesBySeed(baseline, measure)
  return [...valuesBySeed(arm, measure)].flatMap(([seed, value]): ValuePair[] => {
    const other = others.get(seed)
    return other === undefined ? [] : [[value, other]]
  })
}

export function figuresOf(
  played: readonly PlayedUnit[],
  clusters: readonly (readonly number[])[],
  missing: number,
  primary: Measure,
): Figures {
  const values = clusters.flat()
  const costs = played.flatMap(({ result }) => result.cost_usd ?? [])
  return {
    n: values.length,
    mean: finite(stratifiedInterval(clusters).value),
    interval: boundsOf(stratifiedInterval(clusters), possibleValues(played, primary)),
    iqm: finite(interquartileMean(values)),
    iqm_interval: boundsOf(bootstrapInterval(clusters, interquartileMean), possibleValues(played, primary)),
    median: finite(median(values)),
    episodes: played.length,
    wins: sum(played, ({ result }) => (result.ended === 'won' ? 1 : 0)),
    deaths: sum(played, ({ result }) => result.deaths),
    turns: sum(played, ({ result }) => result.turns),
    locations: finite(mean(played.map(({ result }) => result.locations))),
    tokens: sum(played, ({ result }) => result.tokens.in + result.tokens.out),
    cost_usd: costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0),
    missing,
  }
}

export function differenceOf(
  pairsByStory: readonly (readonly ValuePair[])[],
  possible: Bounds,
): Omit<Difference, 'measure' | 'arm' | 'baseline' | 'handicap'> {
  const found = pairedDifference(pairsByStory)
  const p = found.pairs < MIN_PAIRS ? null : finite(found.p)
  return {
    pairs: found.pairs,
    difference: finite(found.value),
    interval: boundsOf(found, possible),
    interval_like_these: boundsOf(clusteredInterval(differencesOf(pairsByStory)), possible),
    p,
    p_holm: null,
    correlation: finite(found.correlation),
    probability_of_improvement: finite(found.improves),
    seeds_missing: p === null ? null : seedsOf(seedsMissing(pairsByStory)),
  }
}

/** Null for more than a million seeds: then there is practically no difference to find. */
const seedsOf = (seeds: number): number | null => (seeds > 1e6 ? null : seeds)

/**
 * Limits an interval to possible values, because a Student t interval is symmetric and may exceed them. Null if it is
 * not finite.
 */
export const boundsOf = ({ low, high }: Pick<Interval, 'low' | 'high'>, possible: Bounds): Bounds | null =>
  Number.isFinite(low) && Number.isFinite(high)
    ? { low: Math.max(low, possible.low), high: Math.min(high, possible.high) }
    : null

/**
 * The range from 0 to the maximum of the measure, widened to include every played value, because some stories subtract
 * points.
 */
export function possibleValues(played: readonly PlayedUnit[], measure: Measure): Bounds {
  const most = ({ max_score: points }: UnitResult): number => {
    if (measure === 'score') return points ?? Infinity
    return measure === 'locations' || measure === 'tokens' || measure === 'cost_usd' ? Infinity : 1
  }
  return played.reduce(
    ({ low, high }, { result }) => {
      const value = valueOf(result, measure) ?? 0
      return { low: Math.min(low, value), high: Math.max(high, value, most(result)) }
    },
    { low: 0, high: 0 },
  )
}

export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

export const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
