import { ascending, mean, quantileOf, variance } from './moments'
import { createRandom, draw } from './random'
import { tQuantile } from './student-t'

/** An estimate with its interval; `low` and `high` NaN where there are too few values for one. */
export interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Values by cluster: of each story what its seeds came to. */
export type Clusters = readonly (readonly number[])[]

export const CONFIDENCE = 0.95
export const RESAMPLES = 10_000
/** Below so many stories nothing can be said of stories like these. */
export const FEWEST_CLUSTERS = 5

/** The mean with Student's interval, for values that are drawn independently. */
export function meanInterval(values: readonly number[], confidence = CONFIDENCE): Interval {
  const value = mean(values)
  const half = tQuantile(0.5 + confidence / 2, values.length - 1) * Math.sqrt(variance(values) / values.length)
  return values.length < 2 ? { value, low: NaN, high: NaN } : { value, low: value - half, high: value + half }
}

/**
 * The standard error of the mean of values that come in clusters, with the correction C / (C − 1), as Inspect's
 * `stderr(cluster=…)` has it; NaN of a single cluster.
 */
export function clusteredError(clusters: Clusters): number {
  const all = clusters.flat()
  const middle = mean(all)
  const squares = clusters.reduce(
    (sum, cluster) => sum + cluster.reduce((part, value) => part + value - middle, 0) ** 2,
    0,
  )
  const count = clusters.length
  return count < 2 ? NaN : Math.sqrt((squares / all.length ** 2) * (count / (count - 1)))
}

/** The mean for clusters like these: Student's interval with clusters − 1 degrees of freedom, as Inspect's `ci()`. */
export function clusteredInterval(clusters: Clusters, confidence = CONFIDENCE): Interval {
  const value = mean(clusters.flat())
  if (clusters.length < FEWEST_CLUSTERS) return { value, low: NaN, high: NaN }
  const half = tQuantile(0.5 + confidence / 2, clusters.length - 1) * clusteredError(clusters)
  return { value, low: value - half, high: value + half }
}

/**
 * Any figure of values in clusters, by resampling the values within each cluster (*these stories*) or the clusters
 * themselves with their values (*stories like these*); the middle of the resampled figures. Seeded.
 */
export function bootstrapInterval(
  clusters: Clusters,
  figure: (values: readonly number[]) => number,
  { of = 'these', seed = 1, resamples = RESAMPLES, confidence = CONFIDENCE }: BootstrapOptions = {},
): Interval {
  const value = figure(clusters.flat())
  const isTooFew = of === 'like these' ? clusters.length < FEWEST_CLUSTERS : clusters.flat().length < 2
  if (isTooFew) return { value, low: NaN, high: NaN }
  const random = createRandom(seed)
  const within = (cluster: readonly number[]) => cluster.map(() => draw(cluster, random))
  const figures = Array.from({ length: resamples }, () =>
    figure((of === 'these' ? clusters : clusters.map(() => draw(clusters, random))).flatMap(within)),
  )
  const sorted = ascending(figures)
  return { value, low: quantileOf(sorted, (1 - confidence) / 2), high: quantileOf(sorted, (1 + confidence) / 2) }
}

export interface BootstrapOptions {
  readonly of?: 'these' | 'like these'
  readonly seed?: number
  readonly resamples?: number
  readonly confidence?: number
}
