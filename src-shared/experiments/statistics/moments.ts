/** The arithmetic mean; NaN without values. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The sample variance (divided by n − 1); NaN for fewer than two values, exactly 0 if all are equal. */
export function variance(values: readonly number[]): number {
  const [first = 0] = values
  const moved = values.map((value) => value - first)
  const middle = mean(moved)
  return values.length < 2 ? NaN : moved.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

/**
 * The quantile by linear interpolation between the two nearest ranks, like type 7 in R and the default of NumPy; NaN
 * without values. `sorted` must be ascending.
 */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN]
  return below + (above - below) * (at - Math.floor(at))
}

/** Typed arrays sort several times faster than arrays with a comparator, and resampling sorts thousands of times. */
export const ascending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort()

export const median = (values: readonly number[]): number => quantileOf(ascending(values), 0.5)

/**
 * Interquartile mean: the mean of the middle half. Values at its edges count in part, so that it is defined for any
 * number of values; rliable (Agarwal et al. 2021, arXiv 2108.13264) trims whole values.
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

/** Pearson's correlation; NaN if either side does not vary. */
export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
  const [meanX, meanY] = [mean(xs), mean(ys)]
  const covariance = pairs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / (pairs.length - 1)
  return covariance / Math.sqrt(variance(xs) * variance(ys))
}
