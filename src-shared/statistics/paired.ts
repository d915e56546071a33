import { bootstrapInterval, type BootstrapOptions, type Interval, meanInterval } from './intervals'
import { correlation, mean, variance } from './moments'
import { tBelow } from './student-t'

/** What two arms came to with one seed of one story: that of the arm, and that of what it is held against. */
export type Pair = readonly [arm: number, baseline: number]

/** What an arm has more than what it is held against. */
export interface PairedDifference extends Interval {
  readonly pairs: number
  /** How likely a difference as large is by chance alone (paired t test, two-sided); NaN of fewer than two pairs. */
  readonly p: number
  /** Of the two arms over the seeds: what pairing removes. NaN where one of them does not vary. */
  readonly correlation: number
  /** Probability of improvement: how likely the arm does better with a seed drawn at random, ties half. */
  readonly improves: number
}

/** By Student's interval of the differences. */
export function pairedDifference(pairs: readonly Pair[]): PairedDifference {
  const differences = pairs.map(([arm, baseline]) => arm - baseline)
  const t = mean(differences) / Math.sqrt(variance(differences) / differences.length)
  const isSame = differences.every((difference) => difference === differences[0])
  return {
    ...meanInterval(differences),
    pairs: pairs.length,
    p: pairs.length < 2 || isSame ? certain(differences) : 2 * tBelow(-Math.abs(t), differences.length - 1),
    correlation: correlation(pairs),
    improves: mean(pairs.map(([arm, baseline]) => (Math.sign(arm - baseline) + 1) / 2)),
  }
}

/** Of differences that do not vary at all. */
const certain = ([first = 0, ...others]: readonly number[]): number => {
  if (others.length === 0) return NaN
  return first === 0 ? 1 : 0
}

/**
 * The mean difference by resampling, for pairs by story: the seeds of each story are drawn anew (*these stories*), or
 * the stories with their seeds (*stories like these*, refused below five: NaN).
 */
export const bootstrapDifference = (
  pairsByStory: readonly (readonly Pair[])[],
  options: BootstrapOptions = {},
): Interval =>
  bootstrapInterval(
    pairsByStory.map((pairs) => pairs.map(([arm, baseline]) => arm - baseline)),
    mean,
    options,
  )

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

/** The share of values that are above each of `thresholds`: a performance profile. */
export const performanceProfile = (values: readonly number[], thresholds: readonly number[]): readonly number[] =>
  thresholds.map((threshold) => values.filter((value) => value > threshold).length / values.length)
