import { type Clusters, type Interval, stratifiedError, stratifiedInterval } from './intervals'
import { correlation, mean } from './moments'
import { tBelow } from './student-t'

/** The values of an arm and of the baseline for one seed of one story. */
export type ValuePair = readonly [arm: number, baseline: number]

/** The difference of an arm from the baseline. */
export interface PairedDifference extends Interval {
  readonly pairs: number
  /** Paired t test, two-sided; NaN if the differences do not vary. */
  readonly p: number
  /** Between the two arms over the seeds: the variance that pairing removes. NaN if one arm does not vary. */
  readonly correlation: number
  /** Probability of improvement: that the arm does better on a random seed; ties count half. */
  readonly improves: number
}

/**
 * Student's interval of the differences within each story, with equal weight for each story. Differences that do not
 * vary have no p.
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

/** Holm's correction (1979) for multiple comparisons. NaN stays NaN. */
export function holm(values: readonly number[]): readonly number[] {
  const known = values.flatMap((p, index) => (Number.isNaN(p) ? [] : [{ p, index }]))
  const corrected = [...values]
  let most = 0
  for (const [rank, { p, index }] of known.toSorted((a, b) => a.p - b.p).entries()) {
    most = Math.max(most, Math.min(1, p * (known.length - rank)))
    corrected[index] = most
  }
  return corrected
}
