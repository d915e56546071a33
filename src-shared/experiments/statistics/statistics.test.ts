import { describe, expect, it } from 'vitest'
import { bootstrapInterval, clusteredError, clusteredInterval, stratifiedInterval } from './intervals'
import { correlation, interquartileMean, mean, median, quantileOf, variance } from './moments'
import { holm, type ValuePair, pairedDifference, pairsNeeded, seedsMissing } from './paired'
import { createNormal, share } from './samples.testkit'
import { normalQuantile, tBelow, tQuantile } from './student-t'

describe('figures of values', () => {
  it('equal those computed by hand', () => {
    expect([mean([1, 2, 6]), variance([1, 2, 6]), median([5, 1, 2, 9])]).toEqual([3, 7, 3.5])
    expect(quantileOf([1, 2, 3, 4], 0.25)).toBe(1.75)
    expect(interquartileMean([100, 1, 2, 3, 4, 5, 6, -50])).toBe(3.5)
    expect(interquartileMean([0, 1, 2])).toBe(1)
    expect(interquartileMean([0, 10, 20, 30, 100])).toBeCloseTo((0.75 * 10 + 20 + 0.75 * 30) / 2.5)
    expect(
      correlation([
        [1, 2],
        [2, 4],
        [3, 6],
      ]),
    ).toBeCloseTo(1)
    expect(
      correlation([
        [1, 5],
        [2, 5],
      ]),
    ).toBeNaN()
    expect([mean([]), variance([1])]).toEqual([NaN, NaN])
  })

  it('use the tabulated quantiles of the t and normal distributions', () => {
    for (const [probability, freedom, value] of [
      [0.975, 1, 12.7062047],
      [0.975, 4, 2.7764451],
      [0.95, 10, 1.8124611],
      [0.995, 30, 2.7499957],
      [0.025, 59, -2.0009954],
    ] as const)
      expect(tQuantile(probability, freedom)).toBeCloseTo(value, 6)
    expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 5)
    expect(tBelow(0, 3)).toBeCloseTo(0.5)
  })
})

describe('an interval', () => {
  it('of a mean agrees with a table', () => {
    // 3 ± 4.302653 · √(7 / 3)
    expect(stratifiedInterval([[1, 2, 6]])).toEqual({
      value: 3,
      low: expect.closeTo(-3.57241, 4),
      high: expect.closeTo(9.57241, 4),
    })
    expect(stratifiedInterval([[4]])).toEqual({ value: 4, low: NaN, high: NaN })
  })

  it('of clusters has the correction C / (C − 1)', () => {
    // Mean 4; sums of deviations −4, 0 and 4: √(32 / 36 · 3 / 2).
    expect(
      clusteredError([
        [1, 3],
        [4, 4],
        [5, 7],
      ]),
    ).toBeCloseTo(Math.sqrt(4 / 3))
    expect(clusteredInterval([[1], [2], [3], [4]]).low).toBeNaN()
    expect(clusteredInterval([[1], [2], [3], [4], [5]]).value).toBe(3)
    expect(bootstrapInterval([[1, 2, 3]], mean).low).toBeNaN()
  })

  it('is the same for the same seed', () => {
    const values = [
      [1, 2, 3, 9, 4, 4, 8, 1, 0, 2],
      [2, 2, 7, 1, 5, 5, 6, 3, 3, 9],
    ]
    expect(bootstrapInterval(values, mean, { seed: 7 })).toEqual(bootstrapInterval(values, mean, { seed: 7 }))
    expect(bootstrapInterval(values, mean, { seed: 7 })).not.toEqual(bootstrapInterval(values, mean, { seed: 8 }))
  })
})

describe('two arms with the same seeds', () => {
  it('have a mean difference, an interval and a p', () => {
    const pairs: readonly ValuePair[] = [
      [5, 1],
      [6, 4],
      [9, 3],
      [4, 4],
    ]
    // Differences 4, 2, 6, 0: mean 3, s = 2.58199, t = 2.32379 with 3 degrees of freedom.
    expect(pairedDifference([pairs])).toEqual({
      value: 3,
      low: expect.closeTo(-1.1085, 3),
      high: expect.closeTo(7.1085, 3),
      pairs: 4,
      p: expect.closeTo(0.1027, 3),
      correlation: expect.closeTo(0),
      improves: 0.875,
    })
  })

  it('have no p if their differences do not vary', () => {
    const pairs: readonly ValuePair[] = [
      [2, 1],
      [5, 4],
    ]
    expect(pairedDifference([pairs])).toMatchObject({ value: 1, low: 1, high: 1, p: NaN })
    expect(pairedDifference([[[2, 2]]]).p).toBeNaN()
  })

  it('have equal differences, or ties, if only rounding makes them unequal', () => {
    const pairs: ValuePair[] = [0.1, 0.3, 0.7, 1.1, 20.3, 1000.7].map((value) => [value + 0.2, value])
    expect(new Set(pairs.map(([arm, baseline]) => arm - baseline)).size).toBeGreaterThan(1)
    expect(pairedDifference([pairs])).toMatchObject({ value: expect.closeTo(0.2, 12), p: NaN, improves: 1 })
    expect(pairedDifference([[[0.1 + 0.2, 0.3]]])).toMatchObject({ value: 0, improves: 0.5 })
  })

  it('are compared story by story, with equal weight', () => {
    const one: readonly ValuePair[] = Array.from({ length: 4 }, (_, index) => [10 + index, 0])
    const other: readonly ValuePair[] = Array.from({ length: 2 }, (_, index) => [index, 0])
    // Means 11.5 and 0.5; variances of these 5/12 and 1/4: √(1/4 · (5/12 + 1/4)).
    const { value, low, pairs } = pairedDifference([one, other])
    expect([value, pairs]).toEqual([6, 6])
    const error = Math.sqrt((5 / 12 + 1 / 4) / 4)
    const freedom = (5 / 48 + 1 / 16) ** 2 / ((5 / 48) ** 2 / 3 + (1 / 16) ** 2)
    expect(6 - low).toBeCloseTo(error * tQuantile(0.975, freedom))
  })

  it('are corrected for multiple comparisons', () => {
    expect(holm([0.01, 0.04, 0.03, NaN])).toEqual([0.03, 0.06, 0.06, NaN])
    expect(holm([0.9, 0.8])).toEqual([1, 1])
  })

  it('are found to differ with the requested power', () => {
    const normal = createNormal(5)
    const [effect, deviation] = [3, 5]
    const needed = pairsNeeded(effect, deviation)
    // G*Power 3.1, paired t test, dz = 0.6: 24.
    expect(Math.abs(needed - 24)).toBeLessThanOrEqual(1)
    const found = share(3000, () => {
      const pairs = Array.from({ length: needed }, (): ValuePair => [effect + deviation * normal(), 0])
      return pairedDifference([pairs]).p < 0.05
    })
    expect(Math.abs(found - 0.8)).toBeLessThan(0.05)
    expect([pairsNeeded(0, 1), pairsNeeded(1, 0)]).toEqual([Infinity, 2])
    // 0.1 + 0.2 − 0.3 is not 0.
    expect(
      seedsMissing([
        [
          [0.1, 0],
          [0.2, 0],
          [0, 0.3],
        ],
      ]),
    ).toBeGreaterThan(1e30)
    expect(
      seedsMissing([
        [
          [5, 1],
          [6, 4],
          [9, 3],
          [4, 4],
        ],
      ]),
    ).toBeGreaterThan(0)
    expect(seedsMissing([Array.from({ length: 40 }, (_, index): ValuePair => [5 + (index % 3), 1])])).toBe(0)
  })
})
