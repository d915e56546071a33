import { afterEach, expect, it, vi } from 'vitest'
import { readBundled } from '../../story-files.testkit'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('a thread has compiled machines up to its limit, and another for each that is freed', async () => {
  const { story } = readBundled()
  vi.resetModules()
  let free = () => {}
  class Registry {
    register = () => {}
    constructor(collected: () => void) {
      free = collected
    }
  }
  vi.stubGlobal('FinalizationRegistry', Registry)
  const { limitCompiledMachines, MachineSpace } = await import('./machine-space')
  const isCompiled = () => new MachineSpace(story.length).wasm !== null
  limitCompiledMachines(1)
  expect([isCompiled(), isCompiled()]).toEqual([true, false])
  free()
  expect([isCompiled(), isCompiled()]).toEqual([true, false])
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
