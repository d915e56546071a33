import { FRAME_WORDS } from './machine-space'
import type { Processor } from './processor'

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
