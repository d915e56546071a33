import { Fault } from '../fault'
import {
  FRAME_COUNT,
  FRAME_WORDS,
  LOCAL_COUNT,
  LOCALS_BASE,
  MachineSpace,
  MAX_FRAMES,
  SP,
  STACK_BASE,
  STACK_WORDS,
} from './machine-space'

/** Passed instead of a variable number to discard the result. */
export const DISCARD_RESULT = -1

/** Routine calls and the evaluation stack (Standard §6), in two preallocated arrays: a call allocates nothing. */
export class CallStack {
  readonly space: MachineSpace
  readonly stack: Uint16Array
  readonly frames: Int32Array
  protected readonly registers: Int32Array
  /** Violations of the Standard that are tolerated, as in other interpreters: one sentence each. */
  readonly toleratedFaults = new Set<string>()

  constructor(space: MachineSpace) {
    this.space = space
    this.stack = space.stack
    this.frames = space.frames
    this.registers = space.registers
  }

  get sp(): number {
    return this.registers[SP]!
  }

  set sp(words: number) {
    this.registers[SP] = words
  }

  get frameCount(): number {
    return this.registers[FRAME_COUNT]!
  }

  set frameCount(count: number) {
    this.registers[FRAME_COUNT] = count
  }

  /** Index of the topmost frame's first local in `stack`; `localCount` and `stackBase` belong to the same frame. */
  get localsBase(): number {
    return this.registers[LOCALS_BASE]!
  }

  get localCount(): number {
    return this.registers[LOCAL_COUNT]!
  }

  get stackBase(): number {
    return this.registers[STACK_BASE]!
  }

  push(value: number): void {
    if (this.sp >= STACK_WORDS) throw new Fault('stack', 'The stack is full.')
    this.stack[this.sp++] = value
  }

  pop(): number {
    return this.sp > this.stackBase ? this.stack[--this.sp]! : this.#readBelow()
  }

  /** The top of the routine's stack, which is not removed. */
  peek(): number {
    return this.sp > this.stackBase ? this.stack[this.sp - 1]! : this.#readBelow()
  }

  /** A routine that pops more than it pushed gets the word below, as in Frotz: published stories do so. */
  #readBelow(): number {
    this.toleratedFaults.add('A routine popped more from the stack than it had pushed, and got the word below.')
    return this.stack[this.sp - 1] ?? 0
  }

  pushFrame(returnPc: number, resultVariable: number, locals: number, given: number): void {
    if (this.frameCount >= MAX_FRAMES || this.sp + locals >= STACK_WORDS)
      throw new Fault('stack', 'Too many routines are active.')
    const frame = this.frameCount * FRAME_WORDS
    this.frames[frame] = returnPc
    this.frames[frame + 1] = resultVariable
    this.frames[frame + 2] = this.sp
    this.frames[frame + 3] = locals
    this.frames[frame + 4] = given
    this.frameCount++
    this.adoptFrame()
    this.sp += locals
  }

  /** Sets the registers to the topmost frame's bounds after frames were removed or replaced. */
  adoptFrame(): void {
    const { frames, registers } = this
    const frame = (this.frameCount - 1) * FRAME_WORDS
    const [base, locals] = [frames[frame + 2]!, frames[frame + 3]!]
    registers[LOCALS_BASE] = base
    registers[LOCAL_COUNT] = locals
    registers[STACK_BASE] = base + locals
  }

  /** Number of active calls for `catch` and `throw`, counted as Frotz does, so that saved games can be exchanged. */
  get activeCalls(): number {
    return this.frameCount - 1
  }

  set activeCalls(count: number) {
    this.frameCount = count + 1
    this.adoptFrame()
  }

  /** Number of arguments of the current routine. */
  argumentsGiven(): number {
    return this.frames[(this.frameCount - 1) * FRAME_WORDS + 4]!
  }
}
