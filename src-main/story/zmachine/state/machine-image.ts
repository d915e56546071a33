/**
 * Memory, stack and program counter: what Quetzal stores and undo restores. Immutable; arrays are never written again.
 */
export interface MachineImage {
  readonly pc: number
  readonly dynamic: Uint8Array
  readonly stack: Uint16Array
  /** FRAME_WORDS words a frame. */
  readonly frames: Int32Array
}
