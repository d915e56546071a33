import { FRAME_WORDS } from './machine-space'
import type { Machine } from './machine'

/**
 * Memory, stack and program counter: what Quetzal stores and undo restores. Immutable; arrays are never written again.
 */
export interface MachineImage {
  readonly pc: number
  readonly dynamic: Uint8Array
  readonly stack: Uint16Array
  /** Five words a frame, as in Machine. */
  readonly frames: Int32Array
}

/** `dynamic`: where the memory goes, if not into an array of its own. */
export function captureImage(machine: Machine, dynamic?: Uint8Array): MachineImage {
  const memory = machine.memory.subarray(0, machine.header.staticBase)
  dynamic?.set(memory)
  return {
    pc: machine.pc,
    dynamic: dynamic ?? memory.slice(),
    stack: machine.stack.slice(0, machine.sp),
    frames: machine.frames.slice(0, machine.frameCount * FRAME_WORDS),
  }
}

export function applyImage(machine: Machine, image: MachineImage): void {
  machine.memory.set(image.dynamic)
  machine.stack.set(image.stack)
  machine.frames.set(image.frames)
  machine.sp = image.stack.length
  machine.frameCount = image.frames.length / FRAME_WORDS
  machine.pc = image.pc
  machine.instructionPc = image.pc
  machine.adoptFrame()
}
