import type { Machine } from '../machine'
import { type MachineSpace, PC, RUNNING } from '../machine-space'
import { executeExtended } from '../opcodes-extended'
import { executeOneOperand } from '../opcodes-one-operand'
import { executeTwoOperands } from '../opcodes-two-operands'
import { executeVariable } from '../opcodes-variable'
import { executeZeroOperands } from '../opcodes-zero-operands'
import type { CompiledModule, CompiledStory } from './compiled-story'
import type { ImportName } from './prelude'
import { Instance, Table, type WasmTable } from './wasm'
import { OBJECT_OPCODES } from './write-region'

const FIRST_TABLE = 64
/** Compiled instructions that a machine interprets all the same: a copy for a step is done before it has instances. */
const PATIENCE = 20_000

/**
 * A story's compiled code in the memory of one machine: it reaches nothing but that memory and what `servicesOf` does
 * for it.
 */
export class CompiledCode {
  readonly #story: CompiledStory
  readonly #space: MachineSpace
  readonly #table: WasmTable
  readonly #host: Readonly<Record<string, unknown>>
  /** What is left of its patience. */
  #left: number
  #run: () => void = () => {}

  constructor(machine: Machine, story: CompiledStory, patience = PATIENCE) {
    this.#left = patience
    this.#story = story
    this.#space = machine.space
    this.#table = new Table({ initial: FIRST_TABLE, element: 'anyfunc' })
    this.#host = { memory: machine.space.wasm, table: this.#table, ...servicesOf(machine) }
  }

  /** Null where there is no room for it. */
  static of(machine: Machine, story: CompiledStory): CompiledCode | null {
    return machine.space.wasm === null ? null : new CompiledCode(machine, story)
  }

  /**
   * From the machine's program counter on as far as it is compiled. False if it stands where it stood: the instruction
   * there is to be interpreted.
   */
  advance(pc: number): boolean {
    const { entries, registers } = this.#space
    if (entries[pc] === 0) {
      const module = this.#story.warm(pc)
      if (module === null || --this.#left >= 0) return false
      this.#instantiate(module)
    }
    this.#run()
    return registers[PC] !== pc || registers[RUNNING] === 0
  }

  #instantiate({ module, end, entries }: CompiledModule): void {
    const { length } = this.#table
    if (end > length) this.#table.grow(Math.max(end - length, length))
    const { exports } = new Instance(module, { host: this.#host })
    this.#run = exports.run as () => void
    for (const [address, entry] of entries) this.#space.entries[address] = entry
  }
}

/** What it asks of the machine; each may throw a Fault. */
function servicesOf(machine: Machine): Readonly<Record<ImportName, (...values: number[]) => number | void>> {
  const { objects } = machine
  return {
    executeTwoOperands: (opcode, first, second) => executeTwoOperands(machine, opcode!, first!, second!),
    executeOneOperand: (opcode, operand) => executeOneOperand(machine, opcode!, operand!),
    executeZeroOperands: (opcode) => executeZeroOperands(machine, opcode!),
    executeVariable: (opcode) => executeVariable(machine, opcode!),
    executeExtended: (opcode) => executeExtended(machine, opcode!),
    push: (value) => machine.push(value!),
    pop: () => machine.pop(),
    writeByte: (address, value) => machine.writeByte(address!, value!),
    writeWord: (address, value) => machine.writeWord(address!, value!),
    call: (packed, firstArgument, result) => machine.call(packed!, firstArgument!, result!),
    pushFrame: (pc, result, locals, given) => machine.pushFrame(pc!, result!, locals!, given!),
    returnValue: (value) => machine.returnValue(value!),
    tellNoObject: (object, opcode) => void machine.isNoObject(object!, OBJECT_OPCODES[opcode!]!),
    property: (object, property) => objects.property(object!, property!),
    propertyAddress: (object, property) => objects.propertyAddress(object!, property!),
    nextProperty: (object, property) => objects.nextProperty(object!, property!),
    setProperty: (object, property, value) => objects.setProperty(object!, property!, value!),
  }
}
