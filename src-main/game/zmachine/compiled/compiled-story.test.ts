import { describe, expect, it } from 'vitest'
import { readStory } from '../../inform.testkit'
import { NEEDS_SHARED, readBundled, readShared, SHARED_IS_ABSENT } from '../../shared-files.testkit'
import { TwinMachines } from '../../twin-machines.testkit'

const BUDGET = 20_000_000

function play(story: Uint8Array, commands: readonly string[], seed = 1): TwinMachines {
  const twins = new TwinMachines(story, 'plain')
  twins.step((machine) => machine.boot(seed, BUDGET))
  for (const command of commands) {
    if (twins.compiling.waiting.kind === 'ended') break
    twins.each((machine) => machine.output.takeLower())
    twins.step((machine) => machine.resume(command, 0, BUDGET))
  }
  return twins
}

const shared = (path: string): Uint8Array => readShared(path)
interface Oracle {
  readonly seed: number
  readonly steps: readonly (readonly [command: string])[]
}

describe('compiled code', () => {
  it('does what interpreted code does, at every step of the bundled story', () => {
    const { story, walkthrough } = readBundled()
    const { compiling } = play(story, walkthrough)
    expect(compiling.waiting.kind).toBe('line')
  })

  it.each(['opcodes.z3', 'opcodes.z4', 'opcodes.z5', 'opcodes.z7', 'opcodes.z8', 'manor.z3', 'manor.z4', 'names.z3'])(
    'does so in %s',
    (name) => {
      const words = ['look', 'north', 'take all', 'inventory', 'south', 'drop all', 'score', 'wait', 'east', 'west']
      play(readStory(name), [...words, ...words, ...words])
    },
  )

  it.skipIf(SHARED_IS_ABSENT)(`does so through the whole of Zork I${NEEDS_SHARED}`, () => {
    const { seed, steps } = JSON.parse(Buffer.from(shared('conformance/zork1-r119.oracle.json')).toString()) as Oracle
    const commands = steps.map(([command]) => command)
    play(shared('games/zork1.z3'), commands, seed)
  })

  it
    .skipIf(SHARED_IS_ABSENT)
    .each(['czech.z3', 'czech.z4', 'czech.z5', 'czech.z8', 'praxix.z5', 'etude.z5', 'strictz.z5', 'gntests.z5'])(
    `does so in %s${NEEDS_SHARED}`,
    (name) => {
      play(shared(`conformance/${name}`), ['all', '1', '2', 'x', ' ', 'y', '3', '0', '', 'quit'])
    },
  )

  it('stops at the very instruction at which a budget is spent, wherever that is', () => {
    const { story } = readBundled()
    for (let budget = 40_000; budget < 40_400; budget++) {
      const twins = new TwinMachines(story, 'plain')
      twins.step((machine) => machine.boot(1, BUDGET))
      const fault = twins.step((machine) => machine.resume('take all', 0, budget % 97 === 0 ? budget : budget >> 3))
      if (fault !== null) expect(fault.kind).toBe('budget')
      budget += 12
    }
  })
})
