import { hash32 } from '../../../src-main/explorer/memory/seeded-noise'

/** The mean of paired differences, the middle 95 % of the means of resamples, and how likely chance alone is. */
export interface Effect {
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly p: number
}

const RESAMPLES = 4000

export function pairedEffect(differences: readonly number[]): Effect {
  const count = differences.length
  const means = Array.from({ length: RESAMPLES }, (_, resample) => {
    let sum = 0
    for (let index = 0; index < count; index++) sum += differences[hash32(`${resample}|${index}`) % count] ?? 0
    return sum / count
  }).toSorted((a, b) => a - b)
  const share = (part: number) => means[Math.min(RESAMPLES - 1, Math.floor(part * RESAMPLES))] ?? NaN
  const notAbove = means.filter((mean) => mean <= 0).length / RESAMPLES
  const notBelow = means.filter((mean) => mean >= 0).length / RESAMPLES
  return {
    mean: differences.reduce((sum, difference) => sum + difference, 0) / count,
    low: share(0.025),
    high: share(0.975),
    p: Math.min(1, 2 * Math.max(1 / RESAMPLES, Math.min(notAbove, notBelow))),
  }
}

/** Holm's correction: the same p values, made so that all of them together are wrong as seldom as one. */
export function holm(values: readonly number[]): readonly number[] {
  const order = values.map((p, index) => ({ p, index })).toSorted((a, b) => a.p - b.p)
  const corrected: number[] = []
  let most = 0
  for (const [rank, { p, index }] of order.entries()) {
    most = Math.max(most, Math.min(1, p * (values.length - rank)))
    corrected[index] = most
  }
  return corrected
}
