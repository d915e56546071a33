import { expect, it } from 'vitest'
import { fuzzGame } from './fuzz-game.testkit'
import { readBundled, readConformance, readZork } from './story-files.testkit'

it('damaged stories and random commands end in refusals, typed faults or normal play', () => {
  const stories = [readBundled().story, readZork(1), ...['czech.z4', 'crashme.z5', 'etude.z5'].map(readConformance)]
  const { runs, refused, steps } = fuzzGame({ stories, runs: 60, seed: 20_26 })
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThan(runs)
  expect(steps).toBeGreaterThan(runs / 2)
})
