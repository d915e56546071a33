import { hashState } from './facts/world-diff'
import { CompiledCode } from './zmachine/compiled/compiled-code'
import { CompiledStory } from './zmachine/compiled/compiled-story'
import { Fault } from './zmachine/fault'
import { readHeader, HEADER_PROFILES } from './zmachine/header'
import { Machine } from './zmachine/machine'
import { limitCompiledMachines } from './zmachine/memory/machine-space'

// Tests create machines faster than they are collected, and Node has address space for thousands.
limitCompiledMachines(Number.POSITIVE_INFINITY)

/** A machine that compiles nothing. */
export class InterpretingMachine {
  readonly interpreting: Machine

  constructor(story: Uint8Array, profile: keyof typeof HEADER_PROFILES) {
    this.interpreting = new Machine(story, readHeader(story), HEADER_PROFILES[profile])
    this.interpreting.code = null
  }

  /** Returns the fault that stopped the story, or null. */
  step(advance: (machine: Machine) => void): Fault | null {
    return faultOf(() => advance(this.interpreting))
  }

  each(change: (machine: Machine) => void): void {
    change(this.interpreting)
  }
}

/**
 * An interpreting machine, and one that compiles all code after a few runs. If a step differs, an Error describes the
 * difference.
 */
export class TwinMachines extends InterpretingMachine {
  readonly compiling: Machine

  constructor(story: Uint8Array, profile: keyof typeof HEADER_PROFILES) {
    super(story, profile)
    this.compiling = new Machine(story, readHeader(story), HEADER_PROFILES[profile])
    this.compiling.code = compileAfter(4, this.compiling)
  }

  override step(advance: (machine: Machine) => void): Fault | null {
    const [compiling, interpreting] = [this.compiling, this.interpreting].map((machine) => run(machine, advance))
    if (compiling!.seen !== interpreting!.seen)
      throw new Error(`Compiled code does something else: ${compiling!.seen}, interpreted: ${interpreting!.seen}`)
    return compiling!.fault
  }

  override each(change: (machine: Machine) => void): void {
    change(this.compiling)
    super.each(change)
  }
}

/** Code that is compiled as soon as an instruction has run `hot` times. */
export function compileAfter(hot: number, machine: Machine): CompiledCode {
  return new CompiledCode(machine, new CompiledStory(machine, hot, 0), 0)
}

/** Advances a machine and describes all visible state. After a fault, the caller restores the previous state. */
function run(
  machine: Machine,
  advance: (machine: Machine) => void,
): { readonly seen: string; readonly fault: Fault | null } {
  const fault = faultOf(() => advance(machine))
  const { instructions, instructionPc, requests, waiting, output, truncatedInput } = machine
  const stands = fault === null ? hashState(machine) : [fault.kind, fault.message, instructionPc]
  const seen = [instructions, stands, requests, waiting, output.lower, truncatedInput, [...machine.toleratedFaults]]
  return { seen: JSON.stringify(seen), fault }
}

function faultOf(question: () => void): Fault | null {
  try {
    question()
    return null
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}
