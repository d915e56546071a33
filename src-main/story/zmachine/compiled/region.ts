import type { Instruction } from './decode'
import type { StoryShape } from './module-layout'

/** Instructions that run one after the other and can be entered only at the first. */
export interface Block {
  readonly instructions: readonly Instruction[]
  /** Address of the code after the block, unless its last instruction names another. */
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
  /** Keyed by address: the code that is compiled at the same time. */
  readonly entryPoints: ReadonlyMap<number, EntryPoint>
}

/** WebAssembly locals of a region, after its parameters: up to four operands, and the value that is to be stored. */
export const FIRST = 5
export const SECOND = 6
export const THIRD = 7
const FOURTH = 8
export const OPERAND_LOCALS = [FIRST, SECOND, THIRD, FOURTH] as const
export const RESULT = 9
export const REGION_LOCALS = 5

/** A region while it is written. */
export class Region {
  readonly story: Uint8Array
  readonly shape: StoryShape
  readonly entryPoints: ReadonlyMap<number, EntryPoint>
  readonly blockCount: number
  /** The highest local variable that its code names: in a routine with fewer, the region is interpreted. */
  highestLocal = 0
  /** The block that is being written, and how many of its instructions follow the one being written. */
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

  /** The region's block that begins at an address. */
  blockAt(address: number): number | undefined {
    return this.#blockByAddress.get(address)
  }

  noteLocal(variable: number): void {
    this.highestLocal = Math.max(this.highestLocal, variable)
  }
}
