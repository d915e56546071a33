import { CompiledCode } from './compiled/compiled-code'
import { Fault } from './fault'
import { type StoryHeader, FLAGS_2_LOW, type HeaderProfileData } from './header'
import { FRAME_WORDS } from './memory/machine-space'
import { jumpIfEqual } from './opcodes/fixed-operands'
import { type InstructionSet, instructionSetOf } from './opcodes/instruction-set'
import { CALL_VN2, CALL_VS2, EXTENDED, VARIABLE_JE } from './opcodes/opcodes'
import { Processor } from './processor'

/** The processor with its instruction loop (Standard §4), which runs compiled code where there is some. */
export class Machine extends Processor {
  readonly instructionSet: InstructionSet
  /** Compiled code of the story; null to interpret everything. */
  code: CompiledCode | null

  constructor(story: Uint8Array, header: StoryHeader, profile: HeaderProfileData) {
    super(story, header, profile)
    this.instructionSet = instructionSetOf(header.version)
    this.code = CompiledCode.of(this)
  }

  /** Supplies the input and runs to the next request for input. `budget` is in instructions. Throws Fault. */
  resume(action: string, elapsedTenths: number, budget: number): void {
    this.instructions = 0
    this.instructionLimit = budget
    this.requests = []
    this.truncatedInput = false
    this.output.upper.settle()
    const key = this.waiting.kind === 'char' ? this.characters.keyOf(action) : 0
    this.pending = { line: action, key, elapsedTenths }
    this.run()
  }

  /** Starts the story and runs it to its first input. Throws Fault. */
  boot(seed: number, budget: number): void {
    this.instructions = 0
    this.instructionLimit = budget
    this.requests = []
    this.truncatedInput = false
    this.output.takeLower()
    this.undoImages = []
    this.newestSave = null
    this.memory[FLAGS_2_LOW] = this.story[FLAGS_2_LOW]!
    this.restart(seed)
    this.run()
  }

  /** Throws Fault; the caller must then restore the previous state. */
  override run(): void {
    const { memory, operands, code } = this
    const { twoOperands, oneOperand, zeroOperands, variable, extended } = this.instructionSet
    const codeEnd = this.story.length
    this.running = true
    do {
      const start = this.pc
      const isInside = start >= 0 && start < codeEnd
      if (isInside && code?.advance(start) === true) continue
      this.instructionPc = start
      if (!isInside)
        throw new Fault('bad-address', `The program counter 0x${(start >>> 0).toString(16)} is outside the story.`)
      this.charge(1)
      this.instructionSp = this.sp
      const opcode = memory[start]!
      if (opcode < 0x80) {
        this.pc = start + 3
        const first = (opcode & 0x40) === 0 ? memory[start + 1]! : this.readVariable(memory[start + 1]!)
        const second = (opcode & 0x20) === 0 ? memory[start + 2]! : this.readVariable(memory[start + 2]!)
        twoOperands[opcode & 0x1f]!(this, first, second)
      } else if (opcode < 0xb0) {
        let operand = memory[start + 1]!
        this.pc = start + 2
        if (opcode < 0x90) {
          operand = (operand << 8) | memory[start + 2]!
          this.pc = start + 3
        } else if (opcode >= 0xa0) operand = this.readVariable(operand)
        oneOperand[opcode & 0x0f]!(this, operand)
      } else if (opcode === EXTENDED) {
        this.pc = start + 3
        this.#readOperands(memory[start + 2]!, 0)
        extended[memory[start + 1]!]!(this, operands[0]!, operands[1]!)
      } else if (opcode < 0xc0) {
        this.pc = start + 1
        zeroOperands[opcode & 0x0f]!(this)
      } else {
        this.pc = start + 2
        if (opcode === CALL_VS2 || opcode === CALL_VN2) {
          this.pc = start + 3
          if (this.#readOperands(memory[start + 1]!, 0)) this.#readOperands(memory[start + 2]!, 4)
        } else this.#readOperands(memory[start + 1]!, 0)
        if (opcode >= 0xe0) variable[opcode & 0x1f]!(this, operands[0]!, operands[1]!, operands[2]!, operands[3]!)
        else if (opcode === VARIABLE_JE) jumpIfEqual(this)
        else twoOperands[opcode & 0x1f]!(this, operands[0]!, operands[1]!)
      }
    } while (this.running)
  }

  /**
   * Identifies the place where the story waits, such as the parser's prompt: the address of the `read` and all return
   * addresses.
   */
  readSite(): string {
    let site = String(this.pc)
    for (let frame = 1; frame < this.frameCount; frame++) site += `.${this.frames[frame * FRAME_WORDS]!}`
    return site
  }

  /** Reads the operands of a type byte (Standard §4.4.3) from index `from` on; missing ones are 0. True for four. */
  #readOperands(types: number, from: number): boolean {
    const { memory, operands } = this
    let count = from
    for (let shift = 6; shift >= 0; shift -= 2) {
      const type = (types >> shift) & 3
      if (type === 3) break
      if (type === 0) {
        operands[count++] = (memory[this.pc]! << 8) | memory[this.pc + 1]!
        this.pc += 2
      } else if (type === 1) operands[count++] = memory[this.pc++]!
      else operands[count++] = this.readVariable(memory[this.pc++]!)
    }
    this.operandCount = count
    for (let missing = count; missing < from + 4; missing++) operands[missing] = 0
    return count === from + 4
  }
}
