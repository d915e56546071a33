import { Memory, PAGE, type WasmMemory } from '../wasm/api'

/** Words of a frame: return address, variable for the result, first local in `stack`, locals, arguments given. */
export const FRAME_WORDS = 5
export const STACK_WORDS = 1 << 15
export const MAX_FRAMES = 1 << 12

/** Indexes of `registers`. */
export const SP = 0
export const FRAME_COUNT = 1
/** The topmost frame: where its locals begin, their number, and where its own part of the stack begins. */
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
/** Addresses take 16 bits, and a word may begin at the last of them. */
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

/** All state that changes while a story runs, in one piece of memory; compiled code can reach nothing else. */
export class MachineSpace {
  /** Null where there is no room for it: the story is interpreted then. */
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
 * Machines of this thread that may still get WebAssembly memory. Each reserves eight gigabytes of addresses, and all
 * threads of a process under Electron have room for about a hundred. Past that V8 ends a worker instead of throwing.
 */
let room = 40
const freed = new FinalizationRegistry(() => room++)

/** For a thread beside others that share the room. Must be called before the first machine. */
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
    // Each refusal costs several garbage collections: until a machine is freed, none is asked for again.
    room = 0
    return null
  }
}

/** A 16-bit word as the signed number it stands for (Standard §2.2). */
export const signed = (word: number): number => (word << 16) >> 16
