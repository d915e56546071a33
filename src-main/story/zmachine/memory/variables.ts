import { Fault } from '../fault'
import type { StoryHeader } from '../header'
import { CallStack } from './call-stack'
import { MachineSpace } from './machine-space'

/** Access to memory, global and local variables (Standard §1, §4.2). */
export class Variables extends CallStack {
  readonly story: Uint8Array
  readonly header: StoryHeader
  /** Contains every 16-bit address, so reads need no check; instructions and texts may end just beyond. */
  readonly memory: Uint8Array

  constructor(story: Uint8Array, header: StoryHeader) {
    super(new MachineSpace(story.length))
    this.story = story
    this.header = header
    this.memory = this.space.memory
    this.memory.set(story)
  }

  readVariable(variable: number): number {
    if (variable >= 16) {
      const address = this.header.globals + (variable - 16) * 2
      return (this.memory[address]! << 8) | this.memory[address + 1]!
    }
    if (variable === 0) return this.pop()
    if (variable > this.localCount)
      throw new Fault('stack', `Local variable ${variable} does not exist; the routine has ${this.localCount}.`)
    return this.stack[this.localsBase + variable - 1]!
  }

  writeVariable(variable: number, value: number): void {
    if (variable >= 16) this.writeWord(this.header.globals + (variable - 16) * 2, value)
    else if (variable === 0) this.push(value)
    else {
      if (variable > this.localCount)
        throw new Fault('stack', `Local variable ${variable} does not exist; the routine has ${this.localCount}.`)
      this.stack[this.localsBase + variable - 1] = value
    }
  }

  /** Like `readVariable`, but does not pop the stack (Standard §6.3.4: indirect references). */
  peekVariable(variable: number): number {
    return variable === 0 ? this.peek() : this.readVariable(variable)
  }

  /** Like `writeVariable`, but replaces the top of the stack. */
  pokeVariable(variable: number, value: number): void {
    if (variable !== 0) this.writeVariable(variable, value)
    else if (this.sp > this.stackBase) this.stack[this.sp - 1] = value
    else
      this.toleratedFaults.add(
        'A routine changed the top of the stack before it had pushed a word; nothing was changed.',
      )
  }

  readWord(address: number): number {
    return (this.memory[address & 0xffff]! << 8) | this.memory[(address & 0xffff) + 1]!
  }

  writeByte(address: number, value: number): void {
    if (address >= 0 && address < this.header.staticBase) this.memory[address] = value
    else this.#leaveUnwritten()
  }

  writeWord(address: number, value: number): void {
    if (address >= 0 && address + 1 < this.header.staticBase) {
      this.memory[address] = value >> 8
      this.memory[address + 1] = value & 0xff
    } else this.#leaveUnwritten()
  }

  /** The Standard (§1.1.2) forbids such writes, but Zork III counts in a table without a word for the count. */
  #leaveUnwritten(): void {
    this.toleratedFaults.add('The story wrote outside of dynamic memory: nothing was changed there.')
  }
}
