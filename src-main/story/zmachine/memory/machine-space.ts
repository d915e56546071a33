import { Memory, PAGE, type WasmMemory } from '../wasm/api'

/** Words of a frame: return address, result variable, index of the first local, number of locals and of arguments. */
export const FRAME_WORDS = 5
export const STACK_WORDS = 1 << 15
export const MAX_FRAMES = 1 << 12

/** Indexes of `registers`. */
export const SP = 0
export const FRAME_COUNT = 1
/** The topmost frame: indexes of its first local and of its part of the stack, and the number of its locals. */
export const LOCALS_BASE = 2
export const LOCAL_COUNT = 3
export const STACK_BASE = 4
export const PC = 5
export const INSTRUCTION_PC = 6
export const INSTRUCTION_SP = 7
export const INSTRUCTIONS = 8
export const INSTRUCTION_LIMIT = 9
export const RUNNING = 10
export const OPERAND_COUNT = 11
const REGISTERS = 12

const OPERANDS = 8
/** Addresses have 16 bits, and a word may begin at the last one. */
const SMALLEST_MEMORY = 0x10000
const MEMORY_MARGIN = 64

/** Byte offsets of the parts. The parts after the story's memory depend on its length. */
export const REGISTERS_AT = 0
export const OPERANDS_AT = REGISTERS_AT + REGISTERS * 4
export const FRAMES_AT = OPERANDS_AT + OPERANDS * 2
export const STACK_AT = FRAMES_AT + MAX_FRAMES * FRAME_WORDS * 4
export const MEMORY_AT = STACK_AT + STACK_WORDS * 2
export const memoryBytes = (storyLength: number): number => Math.max(storyLength, SMALLEST_MEMORY) + MEMORY_MARGIN
export const entriesAt = (storyLength: number): number => (MEMORY_AT + memoryBytes(storyLength) + 3) & ~3

/** All state that changes while a story runs, in one block of memory, to which compiled code is confined. */
export class MachineSpace {
  /** Null if there is no room for it; the story is then interpreted. */
  readonly wasm: WasmMemory | null
  readonly stack: Uint16Array
  readonly frames: Int32Array
  readonly registers: Int32Array
  readonly operands: Uint16Array
  readonly memory: Uint8Array
  /** Indexed by address: the entry of the compiled code that begins there; 0 if there is none. */
  readonly entries: Int32Array

  constructor(storyLength: number) {
    const pages = Math.ceil((entriesAt(storyLength) + storyLength * 4) / PAGE)
    this.wasm = reserve(pages)
    const buffer = this.wasm?.buffer ?? new ArrayBuffer(pages * PAGE)
    this.stack = new Uint16Array(buffer, STACK_AT, STACK_WORDS)
    this.frames = new Int32Array(buffer, FRAMES_AT, MAX_FRAMES * FRAME_WORDS)
    this.registers = new Int32Array(buffer, REGISTERS_AT, REGISTERS)
    this.operands = new Uint16Array(buffer, OPERANDS_AT, OPERANDS)
    this.memory = new Uint8Array(buffer, MEMORY_AT, memoryBytes(storyLength))
    this.entries = new Int32Array(buffer, entriesAt(storyLength), storyLength)
  }
}

/**
 * Number of machines of this thread that may still get WebAssembly memory. Each reserves 8 GB of address space, and
 * under Electron all threads of a process share room for about a hundred. Beyond that, V8 ends a worker instead of
 * throwing.
 */
let room = 40
const freed = new FinalizationRegistry(() => room++)

/** Sets the limit of a thread that shares address space with others. Call it before the first machine is created. */
export function limitCompiledMachines(machines: number): void {
  room = machines
}

function reserve(pages: number): WasmMemory | null {
  if (room <= 0) return null
  try {
    const wasm = new Memory({ initial: pages, maximum: pages })
    room--
    freed.register(wasm, null)
    return wasm
  } catch {
    // Each failure costs several garbage collections, so the next attempt waits until a machine is freed.
    room = 0
    return null
  }
}

/** The signed value of a 16-bit word (Standard §2.2). */
export const signed = (word: number): number => (word << 16) >> 16
