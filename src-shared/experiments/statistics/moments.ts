/** The mean; NaN of nothing. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The variance of what the values are a sample of (n − 1 below); NaN of fewer than two. */
export function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.length < 2 ? NaN : values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

/** Linear between the two nearest ranks, as R (type 7) and numpy do; NaN of nothing. `sorted` ascends. */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN]
  return below + (above - below) * (at - Math.floor(at))
}

/** Sorted as numbers, which is several times as fast as by a comparison: resampling sorts a thousand times. */
export const ascending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort()

export const median = (values: readonly number[]): number => quantileOf(ascending(values), 0.5)

/**
 * Interquartile mean: the mean of the middle half. Values at its edges count by the part of them that lies within, so
 * that every number of values has one (rliable, Agarwal et al. 2021, arXiv 2108.13264, trims whole values).
 */
export function interquartileMean(values: readonly number[]): number {
  const sorted = ascending(values)
  const [from, to] = [sorted.length / 4, (3 * sorted.length) / 4]
  const sum = sorted.reduce((total, value, rank) => {
    const part = Math.min(rank + 1, to) - Math.max(rank, from)
    return total + Math.max(0, part) * value
  }, 0)
  return sum / (to - from)
}

/** Pearson's correlation; NaN where one of the two does not vary. */
export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const [ones, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
  const [middle, otherMiddle] = [mean(ones), mean(others)]
  const covariance =
    pairs.reduce((sum, [one, other]) => sum + (one - middle) * (other - otherMiddle), 0) / (pairs.length - 1)
  return covariance / Math.sqrt(variance(ones) * variance(others))
}
