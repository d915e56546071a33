import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TwinMachines } from '../../twin-machines.testkit'
import { assembleProgram, randomProgram } from '../random-program.testkit'
import { applyMachine, captureMachine } from '../state/machine-state'

const BOOT_BUDGET = 3000

const step = fc.record({
  budget: fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 3000 })),
  key: fc.constantFrom('x', 'a b', ''),
  isTakenBack: fc.boolean(),
})

/** Number of programs. `ZORKGPT_PROGRAMS=20000` sets another. */
const PROGRAMS = Number(process.env.ZORKGPT_PROGRAMS ?? 300)

it(
  'random routines have the same effect compiled as interpreted, under any budget, and continue from each other’s snapshots',
  () => {
    fc.assert(
      fc.property(randomProgram, fc.array(step, { minLength: 4, maxLength: 12 }), (program, steps) => {
        const twins = new TwinMachines(assembleProgram(program), 'app')
        const { compiling, interpreting } = twins
        expect(twins.step((machine) => machine.boot(1, BOOT_BUDGET))).toBeNull()
        for (const { budget, key, isTakenBack } of steps) {
          if (compiling.waiting.kind === 'ended') return
          const states = [captureMachine(compiling), captureMachine(interpreting)] as const
          const fault = twins.step((machine) => machine.resume(key, 0, budget))
          expect(Buffer.compare(compiling.memory, interpreting.memory)).toBe(0)
          if (fault === null && !isTakenBack) continue
          // Each continues from the other's state.
          applyMachine(compiling, states[1])
          applyMachine(interpreting, states[0])
        }
      }),
      { numRuns: PROGRAMS },
    )
  },
  PROGRAMS * 1000,
)
