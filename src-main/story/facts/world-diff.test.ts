import { expect, it } from 'vitest'
import { readBundled } from '../story-files.testkit'
import { readHeader, HEADER_PROFILES } from '../zmachine/header'
import { Machine } from '../zmachine/machine'
import { hashState } from './world-diff'

const { story } = readBundled()
function waitingMachine(): Machine {
  const machine = new Machine(story, readHeader(story), HEADER_PROFILES.app)
  machine.boot(1, 1_000_000)
  return machine
}

it.each<[what: string, change: (machine: Machine) => void]>([
  [
    'memory',
    (machine) => {
      machine.memory[machine.header.staticBase - 1]! ^= 1
    },
  ],
  [
    'the stack',
    (machine) => {
      machine.stack[machine.sp - 1]! ^= 1
    },
  ],
  [
    'the calls',
    (machine) => {
      machine.frames[0]! ^= 1
    },
  ],
  ['the generator', (machine) => machine.random.draw(6)],
  [
    'the place in the program',
    (machine) => {
      machine.pc++
    },
  ],
  [
    'what stands in the upper window',
    (machine) => {
      const window = machine.output.capture()
      machine.output.apply({ ...window, upper: { ...window.upper, row: window.upper.row + 1 } })
    },
  ],
])('a state that differs in %s has another hash', (_what, change) => {
  const machine = waitingMachine()
  const before = hashState(machine)
  expect(hashState(waitingMachine())).toBe(before)
  expect(machine.sp).toBeGreaterThan(0)
  change(machine)
  expect(hashState(machine)).not.toBe(before)
})
