import { type Clusters, type Interval, stratifiedError, stratifiedInterval } from './intervals'
import { correlation, mean } from './moments'
import { tBelow } from './student-t'

/** What two arms came to with one seed of one story: that of the arm, and that of what it is held against. */
export type ValuePair = readonly [arm: number, baseline: number]

/** What an arm has more than what it is held against. */
export interface PairedDifference extends Interval {
  readonly pairs: number
  /** How likely a difference as large is by chance alone (paired t test, two-sided); NaN where it cannot be told. */
  readonly p: number
  /** Of the two arms over the seeds: what pairing removes. NaN where one of them does not vary. */
  readonly correlation: number
  /** Probability of improvement: how likely the arm does better with a seed drawn at random, ties half. */
  readonly improves: number
}

/**
 * By Student's interval of the differences within each story, each story as heavy as the others. What does not vary at
 * all has no p: nothing can be said of chance there.
 */
export function pairedDifference(pairsByStory: readonly (readonly ValuePair[])[]): PairedDifference {
  const pairs = pairsByStory.flat()
  const strata = differencesOf(pairsByStory)
  const interval = stratifiedInterval(strata)
  const { error, freedom } = stratifiedError(strata)
  return {
    ...interval,
    pairs: pairs.length,
    p: error > 0 ? 2 * tBelow(-Math.abs(interval.value) / error, freedom) : NaN,
    correlation: correlation(pairs),
    improves: mean(pairs.map(([arm, baseline]) => (Math.sign(arm - baseline) + 1) / 2)),
  }
}

export const differencesOf = (pairsByStory: readonly (readonly ValuePair[])[]): Clusters =>
  pairsByStory.flatMap((pairs) => (pairs.length === 0 ? [] : [pairs.map(([arm, baseline]) => arm - baseline)]))

/** Holm's correction (1979): the same p values, so that all of them together err as seldom as one. NaN stays. */
export function holm(values: readonly number[]): readonly number[] {
  const known = values.flatMap((p, index) => (Number.isNaN(p) ? [] : [{ p, index }]))
  const corrected = [...values]
  let most = 0
  for (const [rank, { p, index }] of known.toSorted((one, other) => one.p - other.p).entries()) {
    most = Math.max(most, Math.min(1, p * (known.length - rank)))
    corrected[index] = most
  }
  return corrected
}
