import { describe, expect, it } from 'vitest'
import { readStory } from '../../inform.testkit'
import { readBundled, readConformance, readZork } from '../../story-files.testkit'
import { compileAfter, TwinMachines } from '../../twin-machines.testkit'
import { readHeader, HEADER_PROFILES } from '../header'
import { Machine } from '../machine'
import { applyMachine, captureMachine } from '../state/machine-state'
import { assembleStory } from '../tiny-story.testkit'

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

  it('does what interpreted code does, through all of Zork I', () => {
    const { seed, steps } = JSON.parse(Buffer.from(readConformance('zork1-r119.oracle.json')).toString()) as Oracle
    const commands = steps.map(([command]) => command)
    play(readZork(1), commands, seed)
  })

  it.each(['czech.z3', 'czech.z4', 'czech.z5', 'czech.z8', 'praxix.z5', 'etude.z5', 'strictz.z5', 'gntests.z5'])(
    'does so in %s',
    (name) => {
      play(readConformance(name), ['all', '1', '2', 'x', ' ', 'y', '3', '0', '', 'quit'])
    },
  )

  it('stops at the instruction at which a budget is spent', () => {
    const twins = new TwinMachines(readBundled().story, 'plain')
    twins.step((machine) => machine.boot(1, BUDGET))
    const start = captureMachine(twins.compiling)
    const takeAll = (budget: number) => {
      twins.each((machine) => applyMachine(machine, start))
      return twins.step((machine) => machine.resume('take all', 0, budget))?.kind
    }
    expect(takeAll(BUDGET)).toBeUndefined()
    const { instructions } = twins.compiling
    for (let budget = 0; budget < instructions; budget += 211) expect(takeAll(budget)).toBe('budget')
    expect([takeAll(instructions - 1), takeAll(instructions)]).toEqual(['budget', undefined])
  })
})

describe('code that no compiler of stories writes', () => {
  const READ_KEY = [0xf6, 0x7f, 1, 16]
  const INCREMENT = [0x95, 17]

  it.each([
    ['a jump if equal with nothing to compare', [0xc1, 0xff, 0xc5, ...INCREMENT, 0xb4, ...INCREMENT]],
    ['a branch to an address outside of the story', [...INCREMENT, 0x43, 17, 7, 0x9f, 0xff]],
    ['a jump to an address outside of the story', [...INCREMENT, 0x43, 17, 7, 0x45, 0x8c, 0x70, 0]],
  ])('does what interpreted code does: %s', (_, code) => {
    const body = [...READ_KEY, ...code]
    const back = -body.length - 1
    const twins = new TwinMachines(
      assembleStory({ version: 5, code: [...body, 0x8c, (back >> 8) & 0xff, back & 0xff] }),
      'app',
    )
    twins.step((machine) => machine.boot(1, BUDGET))
    for (let step = 0; step < 20; step++) twins.step((machine) => machine.resume('x', 0, BUDGET))
    expect(twins.compiling.space.entries.some((entry) => entry !== 0)).toBe(true)
  })

  it('does what interpreted code does: a run past the end of the story', () => {
    const jump = [0x8c, 0x01, 0xd8]
    const code = assembleStory({ version: 5, code: [...READ_KEY, ...INCREMENT, 0x43, 17, 7, 0x45, ...jump] })
    const story = new Uint8Array(0x6f2)
    story.set(code.subarray(0, story.length))
    story.set([0, 0], 0x1a)
    story.fill(0xb4, 0x6e0)
    const twins = new TwinMachines(story, 'app')
    twins.step((machine) => machine.boot(1, BUDGET))
    for (let step = 0; step < 20; step++) twins.step((machine) => machine.resume('x', 0, BUDGET))
  })
})

describe('hot code', () => {
  const word = (value: number) => [(value >> 8) & 0xff, value & 0xff]
  const CODE = 0x800

  /** Runs this code once in a story of 512 kB; each instruction begins a region the first time it is met. */
  function runOnce(code: readonly number[]): Int32Array {
    const story = new Uint8Array(0x80000)
    story.set(assembleStory({ version: 8, code: [] }))
    story.set([0, 0], 0x1a)
    story.set(word(CODE), 0x06)
    story.set([...code, 0xba], CODE)
    const header = readHeader(story)
    const machine = new Machine(story, header, HEADER_PROFILES.plain)
    machine.code = compileAfter(1, machine)
    machine.boot(1, BUDGET)
    return machine.space.entries
  }
  const repeat = (times: number, code: readonly number[]) => Array.from({ length: times }, () => code).flat()
  const ADD = [0x74, 17, 18, 19]
  /** `je` with four operands, to the next instruction. */
  const JUMP_IF_EQUAL = [0xc1, 0xaa, 17, 18, 19, 20, 0xc2]

  it('is compiled once, even if all its instructions become hot in the same pass', () => {
    expect(runOnce(repeat(50, ADD)).filter((entry) => entry !== 0)).toHaveLength(1)
  })

  it('is compiled only up to a limit', () => {
    const compiled = runOnce(repeat(70_000, JUMP_IF_EQUAL)).filter((entry) => entry !== 0)
    expect(compiled.length).toBeGreaterThan(5000)
    expect(compiled.length).toBeLessThan(30_000)
  })

  it('with a very long text is not compiled', () => {
    const text = [...repeat(1000, [0, 0]), 0x80, 0]
    expect(runOnce([...ADD, 0xb2, ...text, ...ADD])[CODE + ADD.length]).toBe(0)
  })
})
