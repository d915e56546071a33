import { FRAME_WORDS } from '../memory/machine-space'
import type { MachineImage } from './machine-image'
import type { Processor } from '../processor'

/** `dynamic` receives the memory; without it the image has a new array. */
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
