import { afterEach, expect, it, vi } from 'vitest'
import { readBundled } from '../../story-files.testkit'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('a story is interpreted where nothing can be compiled', async () => {
  const { story, walkthrough } = readBundled()
  vi.resetModules()
  vi.stubGlobal('WebAssembly', undefined)
  const { openEnvironment } = await import('../../live-environment')
  const { MachineSpace } = await import('./machine-space')
  expect(new MachineSpace(story.length).wasm).toBeNull()
  expect(openEnvironment(story, 'plain').step(walkthrough[0]!).observation).not.toBe('')
})
