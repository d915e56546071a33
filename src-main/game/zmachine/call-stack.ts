import { Fault } from './fault'

/**
 * Words of a frame in `frames`: return address, variable for the result, first local in `stack`, locals, arguments
 * given.
 */
export const FRAME_WORDS = 5
export const STACK_WORDS = 1 << 15
export const MOST_FRAMES = 1 << 12
/** In place of a result variable: the result is thrown away. */
export const DISCARD_RESULT = -1

/** Routine calls and the evaluation stack (Standard §6), in two preallocated arrays: a call allocates nothing. */
export class CallStack {
  readonly stack = new Uint16Array(STACK_WORDS)
  readonly frames = new Int32Array(MOST_FRAMES * FRAME_WORDS)
  sp = 0
  frameCount = 0
  /** Bounds of the topmost frame: its locals, and where its own part of the stack begins. */
  localsBase = 0
  localCount = 0
  stackBase = 0
  /** What the story did against the Standard and was borne with, as other interpreters do: a sentence each. */
  readonly laxities = new Set<string>()

  push(value: number): void {
    if (this.sp >= STACK_WORDS) throw new Fault('stack', 'The stack is full.')
    this.stack[this.sp++] = value
  }

  pop(): number {
    return this.sp > this.stackBase ? this.stack[--this.sp]! : this.readBelow()
  }

  /** The top of the routine's stack, which stays. */
  peek(): number {
    return this.sp > this.stackBase ? this.stack[this.sp - 1]! : this.readBelow()
  }

  /**
   * What a routine reads that takes more than it put there: the word below, which stays as it is. Frotz and other
   * interpreters with one stack take it from there, and published stories rely on going on.
   */
  private readBelow(): number {
    this.laxities.add('A routine took more from the stack than it had put there: it got the word below.')
    return this.stack[this.sp - 1] ?? 0
  }

  pushFrame(returnPc: number, resultVariable: number, locals: number, given: number): void {
    if (this.frameCount >= MOST_FRAMES || this.sp + locals >= STACK_WORDS)
      throw new Fault('stack', 'Too many routines are active.')
    const frame = this.frameCount * FRAME_WORDS
    this.frames[frame] = returnPc
    this.frames[frame + 1] = resultVariable
    this.frames[frame + 2] = this.sp
    this.frames[frame + 3] = locals
    this.frames[frame + 4] = given
    this.frameCount++
    this.localsBase = this.sp
    this.localCount = locals
    this.sp += locals
    this.stackBase = this.sp
  }

  /** Takes over the topmost frame's bounds after frames were removed or replaced. */
  adoptFrame(): void {
    const frame = (this.frameCount - 1) * FRAME_WORDS
    this.localsBase = this.frames[frame + 2]!
    this.localCount = this.frames[frame + 3]!
    this.stackBase = this.localsBase + this.localCount
  }

  /**
   * Routines called and not returned from: what `catch` answers and `throw` goes back to, counted as Frotz does, so
   * that saves can be exchanged.
   */
  get activeCalls(): number {
    return this.frameCount - 1
  }

  set activeCalls(count: number) {
    this.frameCount = count + 1
    this.adoptFrame()
  }

  /** Arguments the caller gave the present routine. */
  argumentsGiven(): number {
    return this.frames[(this.frameCount - 1) * FRAME_WORDS + 4]!
  }
}
