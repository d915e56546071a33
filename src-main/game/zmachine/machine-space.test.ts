import { expect, it, vi } from 'vitest'
import { openEnvironment } from '../live-environment'
import { readBundled } from '../shared-files.testkit'

vi.mock('./compiled/wasm', async (original) => ({
  ...(await original<object>()),
  Memory: class {
    constructor() {
      throw new RangeError('could not allocate memory')
    }
  },
}))

it('a story is interpreted where the system has no addresses left for compiled code', () => {
  const { story, walkthrough } = readBundled()
  const environment = openEnvironment(story, 'plain')
  const { observation } = environment.step(walkthrough[0]!)
  expect(observation).not.toBe('')
})
