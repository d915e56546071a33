import { expect, it } from 'vitest'
import { bootstrapInterval, clusteredInterval, type Interval, stratifiedInterval } from './intervals'
import { interquartileMean } from './moments'
import { createNormal, share } from './samples.testkit'

const covers = ({ low, high }: Interval, truth: number) => low <= truth && truth <= high

it('an interval covers the truth in 93 to 97 of 100 samples', () => {
  const normal = createNormal(11)
  const sample = (size: number, middle = 3) => Array.from({ length: size }, () => middle + 2 * normal())
  const isKept = (covered: number) => {
    expect(covered).toBeGreaterThan(0.93)
    expect(covered).toBeLessThan(0.97)
  }
  for (const seeds of [5, 10, 20]) {
    isKept(share(2000, () => covers(stratifiedInterval([sample(seeds)]), 3)))
    // Stories differ, and vary differently; that is not part of the error for these stories.
    const three = () =>
      [0, 3, 6].map((middle) => sample(seeds, middle).map((value) => middle + (1 + middle) * (value - middle)))
    isKept(share(2000, () => covers(stratifiedInterval(three()), 3)))
  }
  for (const stories of [5, 10])
    isKept(
      share(2000, () => covers(clusteredInterval(Array.from({ length: stories }, () => sample(4, 3 + normal()))), 3)),
    )
  for (const seeds of [10, 20])
    isKept(
      share(1200, (seed) => covers(bootstrapInterval([sample(seeds)], interquartileMean, { seed, resamples: 400 }), 3)),
    )
  const stories = () => Array.from({ length: 20 }, () => sample(5, 3 + normal()))
  const clustered = share(1500, () => covers(clusteredInterval(stories()), 3))
  expect(clustered).toBeGreaterThan(0.93)
  expect(clustered).toBeLessThan(0.97)
})
