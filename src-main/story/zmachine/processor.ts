import { Fault } from './fault'
import { type StoryHeader, FLAGS_2_KEPT, FLAGS_2_LOW, writeProfile, type HeaderProfileData } from './header'
import { DISCARD_RESULT } from './memory/call-stack'
import {
  FRAME_WORDS,
  INSTRUCTION_LIMIT,
  INSTRUCTION_PC,
  INSTRUCTION_SP,
  INSTRUCTIONS,
  OPERAND_COUNT,
  PC,
  RUNNING,
} from './memory/machine-space'
import { ObjectTable } from './memory/object-table'
import { Variables } from './memory/variables'
import type { OpcodeName } from './opcodes/opcodes'
import { RandomGenerator } from './random'
import { Output } from './screen/output'
import type { MachineImage, GameRequest, InputRequest } from './state/machine-state'
import { DictionaryIndex, readDictionary } from './text/dictionary'
import { StoryText } from './text/story-text'
import { CharacterSet } from './text/zscii'

/** Passed instead of a variable number: the result ends an interrupt routine. */
const END_INTERRUPT = -2

/** The count of instructions stops at this value, above every budget. */
const HIGHEST_COUNT = 0x7fffffff
const HIGHEST_BUDGET = 0x7fff0000

/** Number of bytes that are read or written in the time of a common instruction. */
const BYTES_PER_INSTRUCTION = 8

/** The input that `read` or `read_char` finds when it runs again. */
export interface PendingInput {
  readonly line: string
  /** ZSCII code of the key; 0 for a line. */
  readonly key: number
  readonly elapsedTenths: number
}

/**
 * The state that instructions work on (Standard §4–§6). A machine that waits for input is *before* the `read`
 * instruction, with its operands on the stack, so that every waiting state can be saved. The constructor sets all
 * fields in a fixed order and type, because the speed of the instruction loop depends on it.
 */
export abstract class Processor extends Variables {
  readonly profile: HeaderProfileData
  readonly characters: CharacterSet
  readonly text: StoryText
  readonly objects: ObjectTable
  readonly dictionary: DictionaryIndex
  readonly output: Output
  readonly random = new RandomGenerator()
  readonly operands: Uint16Array
  interruptDepth = 0
  interruptResult = 0
  waiting: InputRequest = { kind: 'ended' }
  pending: PendingInput | null = null
  /** True if the end of the input did not fit into the story's buffer. */
  truncatedInput = false
  requests: GameRequest[] = []
  undoImages: readonly MachineImage[] = []
  newestSave: Uint8Array | null = null

  constructor(story: Uint8Array, header: StoryHeader, profile: HeaderProfileData) {
    super(story, header)
    this.operands = this.space.operands
    this.profile = profile
    this.characters = new CharacterSet(this.memory, header.unicodeTable)
    this.text = new StoryText(this.memory, header, this.characters, this.toleratedFaults)
    this.objects = new ObjectTable(this.memory, header)
    const encodedBytes = header.version <= 3 ? 4 : 6
    this.dictionary = new DictionaryIndex(
      this.memory,
      readDictionary(this.memory, header.dictionary, this.characters),
      this.text,
      encodedBytes,
    )
    this.output = new Output(this.memory, header.staticBase, this.characters)
  }

  /** Runs until the story waits for input or ends, or an interrupt routine returns. Throws Fault. */
  abstract run(): void

  get pc(): number {
    return this.registers[PC]!
  }

  set pc(value: number) {
    this.registers[PC] = value
  }

  /** Address of the instruction that is running. */
  get instructionPc(): number {
    return this.registers[INSTRUCTION_PC]!
  }

  set instructionPc(value: number) {
    this.registers[INSTRUCTION_PC] = value
  }

  /** The stack pointer before the instruction took its operands. */
  get instructionSp(): number {
    return this.registers[INSTRUCTION_SP]!
  }

  set instructionSp(value: number) {
    this.registers[INSTRUCTION_SP] = value
  }

  /** Instructions since the last input. */
  get instructions(): number {
    return this.registers[INSTRUCTIONS]!
  }

  set instructions(value: number) {
    this.registers[INSTRUCTIONS] = Math.min(value, HIGHEST_COUNT)
  }

  get instructionLimit(): number {
    return this.registers[INSTRUCTION_LIMIT]!
  }

  set instructionLimit(value: number) {
    this.registers[INSTRUCTION_LIMIT] = Math.max(0, Math.min(value, HIGHEST_BUDGET))
  }

  get operandCount(): number {
    return this.registers[OPERAND_COUNT]!
  }

  set operandCount(value: number) {
    this.registers[OPERAND_COUNT] = value
  }

  get running(): boolean {
    return this.registers[RUNNING] !== 0
  }

  set running(value: boolean) {
    this.registers[RUNNING] = value ? 1 : 0
  }

  /** Resets memory, stack and generator. Two bits of Flags 2 are preserved (Standard §6.1.3). */
  restart(seed: number): void {
    const kept = this.memory[FLAGS_2_LOW]! & FLAGS_2_KEPT
    this.memory.set(this.story.subarray(0, this.header.staticBase))
    this.memory[FLAGS_2_LOW] = (this.memory[FLAGS_2_LOW]! & ~FLAGS_2_KEPT) | kept
    writeProfile(this.memory, this.header, this.profile)
    this.random.seed(seed)
    this.output.restart()
    this.sp = 0
    this.frameCount = 0
    this.pushFrame(0, DISCARD_RESULT, 0, 0)
    this.pc = this.header.initialPc
  }

  /** Counts instructions. Work on much memory counts as several, so that a budget limits time. Throws Fault. */
  charge(instructions: number): void {
    this.instructions += instructions
    if (this.instructions > this.instructionLimit)
      throw new Fault('budget', `The step took more than ${this.instructionLimit} instructions.`)
  }

  chargeBytes(bytes: number): void {
    this.charge(Math.ceil(bytes / BYTES_PER_INSTRUCTION))
  }

  /** Prints the text at a byte address; returns the address after it. */
  printText(address: number): number {
    const { text, end, words } = this.text.decode(address)
    this.charge(words)
    this.output.print(text)
    return end
  }

  /** Stores the result of the instruction in the variable that the store byte names. */
  store(value: number): void {
    this.writeVariable(this.memory[this.pc++]!, value & 0xffff)
  }

  /** Reads the branch data (Standard §4.7) and branches if `condition` equals its sense bit. */
  branch(condition: boolean): void {
    const data = this.memory[this.pc++]!
    let offset = data & 0x3f
    if ((data & 0x40) === 0) offset = (((offset << 8) | this.memory[this.pc++]!) << 18) >> 18
    if (condition !== ((data & 0x80) !== 0)) return
    if (offset === 0 || offset === 1) this.returnValue(offset)
    else this.pc += offset - 2
  }

  /** Calls a packed address with the operands from `firstArgument` on. Calling 0 returns false (Standard §6.4.3). */
  call(packed: number, firstArgument: number, resultVariable: number): void {
    if (packed === 0) {
      if (resultVariable >= 0) this.writeVariable(resultVariable, 0)
      return
    }
    const routine = this.routineAddress(packed)
    if (routine >= this.story.length)
      throw new Fault('bad-address', `The routine at 0x${routine.toString(16)} is outside the story.`)
    const locals = this.memory[routine]!
    if (locals > 15)
      throw new Fault(
        'bad-address',
        `There is no routine at 0x${routine.toString(16)}: it would have ${locals} local variables.`,
      )
    const given = Math.max(0, this.operandCount - firstArgument)
    this.pushFrame(this.pc, resultVariable, locals, given)
    const { stack, memory, operands, localsBase } = this
    const hasInitialValues = this.header.version <= 4
    for (let local = 0; local < locals; local++) {
      if (local < given) stack[localsBase + local] = operands[firstArgument + local]!
      else
        stack[localsBase + local] = hasInitialValues
          ? (memory[routine + 1 + local * 2]! << 8) | memory[routine + 2 + local * 2]!
          : 0
    }
    this.pc = routine + 1 + (hasInitialValues ? locals * 2 : 0)
  }

  returnValue(value: number): void {
    if (this.frameCount <= 1) throw new Fault('stack', 'The main routine returned.')
    const frame = (this.frameCount - 1) * FRAME_WORDS
    const result = this.frames[frame + 1]!
    this.pc = this.frames[frame]!
    this.sp = this.localsBase
    this.frameCount--
    this.adoptFrame()
    if (result >= 0) this.writeVariable(result, value)
    else if (result === END_INTERRUPT) {
      this.interruptResult = value
      this.running = false
    }
  }

  /** Runs an interrupt routine to its end within the current instruction and returns its result. */
  interrupt(packed: number): number {
    const { pc, instructionPc, instructionSp } = this
    const operands = Array.from(this.operands)
    const { operandCount } = this
    this.operandCount = 0
    this.interruptResult = 0
    this.interruptDepth++
    if (packed !== 0) {
      this.call(packed, 0, END_INTERRUPT)
      this.run()
    }
    this.interruptDepth--
    this.running = true
    this.pc = pc
    this.instructionPc = instructionPc
    this.instructionSp = instructionSp
    this.operands.set(operands)
    this.operandCount = operandCount
    return this.interruptResult
  }

  routineAddress(packed: number): number {
    return packed * this.header.packing + this.header.routineOffset
  }

  stringAddress(packed: number): number {
    return packed * this.header.packing + this.header.stringOffset
  }

  end(): void {
    this.waiting = { kind: 'ended' }
    this.running = false
  }

  illegal(name: string): never {
    throw new Fault('illegal-opcode', `Opcode ${name} does not exist in version ${this.header.version}.`)
  }

  /** True for 0 and for numbers beyond dynamic memory, with a warning per opcode: published stories use both. */
  isNoObject(object: number, opcode: OpcodeName): boolean {
    if (object !== 0 && object <= this.objects.mostObjects) return false
    const what = object === 0 ? 'object 0' : 'an object that does not exist'
    this.toleratedFaults.add(`The opcode ${opcode} was given ${what} and did nothing.`)
    return true
  }
}
