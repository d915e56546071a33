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

export function captureImage(machine: Machine): MachineImage {
  return {
    pc: machine.pc,
    dynamic: machine.memory.slice(0, machine.header.staticBase),
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
  machine.adoptFrame()
}
