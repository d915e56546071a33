import type { Instruction } from './decode'
import type { StoryShape } from './module-layout'

/** A basic block: instructions that run in sequence and can be entered only at the first. */
export interface Block {
  readonly instructions: readonly Instruction[]
  /** Address at which execution continues, unless the last instruction defines another. */
  readonly next: number
}

/** The function with the compiled code of an address, and the block in that function. */
export interface EntryPoint {
  readonly target: number
  readonly block: number
}

/** Data shared by all regions of one module. */
export interface RegionContext {
  readonly story: Uint8Array
  readonly shape: StoryShape
  /** Keyed by address: the code of the same module. */
  readonly entryPoints: ReadonlyMap<number, EntryPoint>
}

/** WebAssembly locals of a region, after its parameters: up to four operands, and the result. */
export const FIRST = 5
export const SECOND = 6
export const THIRD = 7
const FOURTH = 8
export const OPERAND_LOCALS = [FIRST, SECOND, THIRD, FOURTH] as const
export const RESULT = 9
export const REGION_LOCALS = 5

/** The state of a region that is being written. */
export class Region {
  readonly story: Uint8Array
  readonly shape: StoryShape
  readonly entryPoints: ReadonlyMap<number, EntryPoint>
  readonly blockCount: number
  /** The highest local variable that the code uses. In a routine with fewer, the region is interpreted. */
  highestLocal = 0
  /** The index of the block that is being written, and the number of its instructions after the current one. */
  block = 0
  remaining = 0
  readonly #blockByAddress: ReadonlyMap<number, number>

  constructor({ story, shape, entryPoints }: RegionContext, blocks: readonly Block[]) {
    this.story = story
    this.shape = shape
    this.entryPoints = entryPoints
    this.blockCount = blocks.length
    this.#blockByAddress = new Map(blocks.map(({ instructions }, index) => [instructions[0]!.at, index]))
  }

  /** The index of the block that begins at an address; undefined if it is not in the region. */
  blockAt(address: number): number | undefined {
    return this.#blockByAddress.get(address)
  }

  noteLocal(variable: number): void {
    this.highestLocal = Math.max(this.highestLocal, variable)
  }
}
