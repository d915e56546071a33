import { type Clusters, type Interval, stratifiedError, stratifiedInterval } from './intervals'
import { correlation, mean, variance } from './moments'
import { normalQuantile, tBelow, tQuantile } from './student-t'

/** The values of an arm and of the baseline for the same seed and story. */
export type ValuePair = readonly [arm: number, baseline: number]

/** The mean difference between an arm and the baseline. */
export interface PairedDifference extends Interval {
  readonly pairs: number
  /** p of a two-sided paired t test; NaN if the differences do not vary. */
  readonly p: number
  /**
   * Correlation between the two arms over the seeds, which measures the variance that pairing removes. NaN if one does
   * not vary.
   */
  readonly correlation: number
  /** Probability of improvement: the arm does better on a random seed, where ties count half. */
  readonly improves: number
}

/**
 * The mean difference with a Student t interval, from the differences within each story. All stories have equal weight.
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
    improves: mean(strata.flat().map((difference) => (Math.sign(difference) + 1) / 2)),
  }
}

/** Differences rounded to 12 digits of the largest value, so that rounding errors do not make equal ones unequal. */
export function differencesOf(pairsByStory: readonly (readonly ValuePair[])[]): Clusters {
  const largest = pairsByStory.flat(2).reduce((most, value) => Math.max(most, Math.abs(value)), 1)
  const unit = 10 ** (DIGITS - Math.ceil(Math.log10(largest)))
  return pairsByStory.flatMap((pairs) =>
    pairs.length === 0 ? [] : [pairs.map(([arm, baseline]) => Math.round((arm - baseline) * unit) / unit)],
  )
}
const DIGITS = 12

/** Holm's correction (1979) for multiple comparisons. NaN remains NaN. */
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

/**
 * Number of pairs needed to find a difference of `effect` (two-sided, at `alpha`) with probability `power`, if the
 * differences have standard deviation `deviation`: n ≈ (z₁₋α⁄₂ + z_power)² σ² / δ², increased for Student's t. Infinity
 * if `effect` is 0.
 */
export function pairsNeeded(effect: number, deviation: number, { power = 0.8, alpha = 0.05 } = {}): number {
  if (effect === 0) return Infinity
  if (deviation === 0) return 2
  const ratio = (deviation / Math.abs(effect)) ** 2
  let pairs = Math.max(2, Math.ceil((normalQuantile(1 - alpha / 2) + normalQuantile(power)) ** 2 * ratio))
  // With this many pairs, Student's t adds less than one pair.
  if (pairs > MANY_PAIRS) return pairs
  while (powerOf(pairs, effect, deviation, alpha) < power) pairs++
  return pairs
}
const MANY_PAIRS = 1e6

/** Approximated by a shifted t distribution, which is close except for very few pairs. */
function powerOf(pairs: number, effect: number, deviation: number, alpha: number): number {
  const moved = Math.abs(effect) / (deviation / Math.sqrt(pairs))
  return tBelow(moved - tQuantile(1 - alpha / 2, pairs - 1), pairs - 1)
}

/**
 * Number of further seeds needed to find the observed difference; 0 if there are enough. Each seed adds a pair in every
 * story.
 */
export function seedsMissing(
  pairsByStory: readonly (readonly ValuePair[])[],
  options: { readonly power?: number; readonly alpha?: number } = {},
): number {
  const strata = differencesOf(pairsByStory)
  const effect = mean(strata.map(mean))
  // Standard deviation of one seed's mean over the stories.
  const deviation = Math.sqrt(strata.reduce((sum, values) => sum + variance(values), 0)) / strata.length
  const fewest = Math.min(...strata.map((values) => values.length))
  return Math.max(0, pairsNeeded(effect, deviation, options) - fewest)
}
