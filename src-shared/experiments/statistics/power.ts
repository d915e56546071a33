import { mean, variance } from './moments'
import { differencesOf, type ValuePair } from './paired'
import { normalQuantile, tBelow, tQuantile } from './student-t'

/**
 * Pairs needed to find a difference of `effect` (two-sided, at `alpha`) with probability `power`, if differences have
 * the standard deviation `deviation`: n ≈ (z₁₋α⁄₂ + z_power)² σ² / δ², increased for Student's t. Infinity for no
 * effect.
 */
export function pairsNeeded(effect: number, deviation: number, { power = 0.8, alpha = 0.05 } = {}): number {
  if (effect === 0) return Infinity
  if (deviation === 0) return 2
  const ratio = (deviation / Math.abs(effect)) ** 2
  let pairs = Math.max(2, Math.ceil((normalQuantile(1 - alpha / 2) + normalQuantile(power)) ** 2 * ratio))
  // With this many pairs, Student's t adds less than one.
  if (pairs > MANY_PAIRS) return pairs
  while (powerOf(pairs, effect, deviation, alpha) < power) pairs++
  return pairs
}
const MANY_PAIRS = 1e6

/** Approximated by a shifted t distribution: close for more than a few pairs. */
function powerOf(pairs: number, effect: number, deviation: number, alpha: number): number {
  const moved = Math.abs(effect) / (deviation / Math.sqrt(pairs))
  return tBelow(moved - tQuantile(1 - alpha / 2, pairs - 1), pairs - 1)
}

/**
 * Further seeds of each story needed to find the observed difference; 0 if there are enough. A seed adds a pair in each
 * story.
 */
export function seedsMissing(
  pairsByStory: readonly (readonly ValuePair[])[],
  options: { readonly power?: number; readonly alpha?: number } = {},
): number {
  const strata = differencesOf(pairsByStory)
  const effect = mean(strata.map(mean))
  // Deviation of the mean over the stories of one seed.
  const deviation = Math.sqrt(strata.reduce((sum, values) => sum + variance(values), 0)) / strata.length
  const fewest = Math.min(...strata.map((values) => values.length))
  return Math.max(0, pairsNeeded(effect, deviation, options) - fewest)
}
