import type { Machine } from '../machine'
import { FRAME_WORDS } from '../memory/machine-space'
import type { Processor } from '../processor'
import type { RandomState } from '../random'
import type { OutputState } from '../screen/output'

/** The input that the machine waits for. After `ended` it needs a reset or a restored state. */
export type InputRequest =
  | {
      readonly kind: 'line'
      readonly maxLength: number
      readonly preloaded: string
      readonly timerTenths: number | null
    }
  | { readonly kind: 'char'; readonly timerTenths: number | null }
  | { readonly kind: 'ended' }

/** A request of the story to the host, with the answer. */
export type GameRequest =
  | { readonly kind: 'save' | 'restore'; readonly answer: 'done' | 'refused'; readonly quetzal: Uint8Array | null }
  | { readonly kind: 'restart' | 'quit' | 'undo' }
  | { readonly kind: 'refused'; readonly what: 'transcript' | 'command-file' | 'aux-file' | 'sound' }

/** Memory, stack and program counter: what Quetzal stores and undo restores. Immutable. */
export interface MachineImage {
  readonly pc: number
  readonly dynamic: Uint8Array
  readonly stack: Uint16Array
  /** FRAME_WORDS words per frame. */
  readonly frames: Int32Array
}

/** Everything that decides how a waiting machine continues. Immutable and structured-cloneable. */
export interface MachineState {
  readonly image: MachineImage
  readonly random: RandomState
  readonly output: OutputState
  readonly waiting: InputRequest
  readonly undoImages: readonly MachineImage[]
  readonly newestSave: Uint8Array | null
}

/** `dynamic`: as in `captureImage`. */
export function captureMachine(machine: Machine, dynamic?: Uint8Array): MachineState {
  return {
    image: captureImage(machine, dynamic),
    random: machine.random.capture(),
    output: machine.output.capture(),
    waiting: machine.waiting,
    undoImages: machine.undoImages,
    newestSave: machine.newestSave,
  }
}

/** May be called after a fault in the middle of a step, and undoes the whole step. */
export function applyMachine(machine: Machine, state: MachineState): void {
  applyImage(machine, state.image)
  machine.random.apply(state.random)
  machine.output.apply(state.output)
  machine.waiting = state.waiting
  machine.undoImages = state.undoImages
  machine.newestSave = state.newestSave
  machine.pending = null
  machine.interruptDepth = 0
  machine.requests = []
}

/** Copies dynamic memory to `dynamic`; without it, to a new array. */
export function captureImage(processor: Processor, dynamic?: Uint8Array): MachineImage {
  const memory = processor.memory.subarray(0, processor.header.staticBase)
  dynamic?.set(memory)
  return {
    pc: processor.pc,
    dynamic: dynamic ?? memory.slice(),
    stack: processor.stack.slice(0, processor.sp),
    frames: processor.frames.slice(0, processor.frameCount * FRAME_WORDS),
  }
}

export function applyImage(processor: Processor, image: MachineImage): void {
  processor.memory.set(image.dynamic)
  processor.stack.set(image.stack)
  processor.frames.set(image.frames)
  processor.sp = image.stack.length
  processor.frameCount = image.frames.length / FRAME_WORDS
  processor.pc = image.pc
  processor.instructionPc = image.pc
  processor.adoptFrame()
}
