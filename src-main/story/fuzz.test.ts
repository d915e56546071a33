import { expect, it } from 'vitest'
import { fuzzGame } from './fuzz-game.testkit'
import { readBundled, readShared, SHARED_IS_ABSENT } from './shared-files.testkit'

it('damaged stories and random commands end in refusals, typed faults or plain play', () => {
  const stories = [
    readBundled().story,
    ...(SHARED_IS_ABSENT
      ? []
      : ['games/zork1.z3', 'conformance/czech.z4', 'conformance/crashme.z5', 'conformance/etude.z5'].map(readShared)),
  ]
  const { runs, refused, steps, slowestRunMs } = fuzzGame({ stories, runs: 400, seed: 20_26 })
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThan(runs)
  expect(steps).toBeGreaterThan(runs / 2)
  expect(slowestRunMs).toBeLessThan(20_000)
})
