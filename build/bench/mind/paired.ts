import { bootstrapDifference, type Pair, pairedDifference } from '@shared/statistics/paired'

/** The mean of paired differences with its bootstrap interval, and how likely chance alone is. */
export interface Effect {
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly p: number
}

const RESAMPLES = 4000

export function pairedEffect(differences: readonly number[]): Effect {
  const pairs = differences.map((difference): Pair => [difference, 0])
  const { value, low, high } = bootstrapDifference([pairs], { resamples: RESAMPLES })
  return { mean: value, low, high, p: pairedDifference(pairs).p }
}
