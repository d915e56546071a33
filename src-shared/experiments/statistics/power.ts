import { mean, variance } from './moments'
import { differencesOf, type ValuePair } from './paired'
import { normalQuantile, tBelow, tQuantile } from './student-t'

/**
 * How many pairs it takes for a difference of `effect` to be found (two-sided, at `alpha`) with probability `power`,
 * where single differences vary with `deviation`: n ≈ (z₁₋α⁄₂ + z_power)² σ² / δ², and then as many more as Student's
 * t asks for. Infinity for no effect.
 */
export function pairsNeeded(effect: number, deviation: number, { power = 0.8, alpha = 0.05 } = {}): number {
  if (effect === 0) return Infinity
  if (deviation === 0) return 2
  const ratio = (deviation / Math.abs(effect)) ** 2
  let pairs = Math.max(2, Math.ceil((normalQuantile(1 - alpha / 2) + normalQuantile(power)) ** 2 * ratio))
  // Among so many, Student's t asks for less than one more; and far beyond, one more is no other number.
  if (pairs > MANY) return pairs
  while (powerOf(pairs, effect, deviation, alpha) < power) pairs++
  return pairs
}
const MANY = 1e6

/** The probability to find it, with t moved by the effect: close for more than a few pairs. */
function powerOf(pairs: number, effect: number, deviation: number, alpha: number): number {
  const moved = Math.abs(effect) / (deviation / Math.sqrt(pairs))
  return tBelow(moved - tQuantile(1 - alpha / 2, pairs - 1), pairs - 1)
}

/**
 * How many more seeds of each story it takes until the difference that was seen would be found; 0 if there are enough.
 * A seed more brings a pair of each story.
 */
export function seedsMissing(
  pairsByStory: readonly (readonly ValuePair[])[],
  options: { readonly power?: number; readonly alpha?: number } = {},
): number {
  const strata = differencesOf(pairsByStory)
  const effect = mean(strata.map(mean))
  // The mean over the stories of a seed varies with this.
  const deviation = Math.sqrt(strata.reduce((sum, values) => sum + variance(values), 0)) / strata.length
  const fewest = Math.min(...strata.map((values) => values.length))
  return Math.max(0, pairsNeeded(effect, deviation, options) - fewest)
}
