import { type ValuePair, pairedDifference } from '@shared/experiments/statistics/paired'

/** The mean of paired differences with its interval, and how likely chance alone is; 1 of none that vary. */
export interface Effect {
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly p: number
}

export function pairedEffect(differences: readonly number[]): Effect {
  const { value, low, high, p } = pairedDifference([differences.map((difference): ValuePair => [difference, 0])])
  return { mean: value, low, high, p: Number.isNaN(p) ? Number(value === 0) : p }
}
