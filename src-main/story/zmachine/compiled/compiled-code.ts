import { type MachineSpace, PC, RUNNING } from '../memory/machine-space'
import { instructionSetOf } from '../opcodes/instruction-set'
import type { Processor } from '../processor'
import { Instance, Table, type WasmTable } from '../wasm/api'
import { type CompiledModule, type CompiledStory, compiledStory } from './compiled-story'
import type { ImportName } from './module-layout'
import { OBJECT_OPCODES } from './opcode-writers'

const FIRST_TABLE = 64
/**
 * A machine interprets this many compiled instructions before it creates instances, because a copy may play only one
 * step.
 */
const INTERPRETED_FIRST = 20_000

/** A story's compiled code, bound to one machine. It reaches only that machine's memory and `servicesOf`. */
export class CompiledCode {
  readonly #story: CompiledStory
  readonly #space: MachineSpace
  readonly #table: WasmTable
  readonly #host: Readonly<Record<string, unknown>>
  #untilInstances: number
  #run: () => void = () => {}

  constructor(processor: Processor, story: CompiledStory, interpretedFirst = INTERPRETED_FIRST) {
    this.#untilInstances = interpretedFirst
    this.#story = story
    this.#space = processor.space
    this.#table = new Table({ initial: FIRST_TABLE, element: 'anyfunc' })
    this.#host = { memory: processor.space.wasm, table: this.#table, ...servicesOf(processor) }
  }

  /** Null if there is no room for WebAssembly memory. */
  static of(processor: Processor): CompiledCode | null {
    return processor.space.wasm === null ? null : new CompiledCode(processor, compiledStory(processor))
  }

  /** Runs compiled code from `pc` on, if there is any. Returns false if the instruction at `pc` must be interpreted. */
  advance(pc: number): boolean {
    const { entries, registers } = this.#space
    if (entries[pc] === 0) {
      const module = this.#story.countRun(pc)
      if (module === null || --this.#untilInstances >= 0) return false
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

/** Functions of the machine that compiled code calls; each may throw a Fault. */
function servicesOf(processor: Processor): Readonly<Record<ImportName, (...values: number[]) => number | void>> {
  const { objects, operands } = processor
  const { twoOperands, oneOperand, zeroOperands, variable, extended } = instructionSetOf(processor.header.version)
  return {
    executeTwoOperands: (opcode, first, second) => twoOperands[opcode!]!(processor, first!, second!),
    executeOneOperand: (opcode, operand) => oneOperand[opcode!]!(processor, operand!),
    executeZeroOperands: (opcode) => zeroOperands[opcode!]!(processor),
    executeVariable: (opcode) => variable[opcode!]!(processor, operands[0]!, operands[1]!, operands[2]!, operands[3]!),
    executeExtended: (opcode) => extended[opcode!]!(processor, operands[0]!, operands[1]!),
    push: (value) => processor.push(value!),
    pop: () => processor.pop(),
    writeByte: (address, value) => processor.writeByte(address!, value!),
    writeWord: (address, value) => processor.writeWord(address!, value!),
    call: (packed, firstArgument, result) => processor.call(packed!, firstArgument!, result!),
    pushFrame: (pc, result, locals, given) => processor.pushFrame(pc!, result!, locals!, given!),
    returnValue: (value) => processor.returnValue(value!),
    warnNoObject: (object, opcode) => void processor.isNoObject(object!, OBJECT_OPCODES[opcode!]!),
    property: (object, property) => objects.property(object!, property!),
    propertyAddress: (object, property) => objects.propertyAddress(object!, property!),
    nextProperty: (object, property) => objects.nextProperty(object!, property!),
    setProperty: (object, property, value) => objects.setProperty(object!, property!, value!),
  }
}
