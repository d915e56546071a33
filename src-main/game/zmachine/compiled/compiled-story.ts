import type { Machine } from '../machine'
import { executeExtended } from '../opcodes-extended'
import { executeOneOperand } from '../opcodes-one-operand'
import { executeTwoOperands } from '../opcodes-two-operands'
import { executeVariable } from '../opcodes-variable'
import { executeZeroOperands } from '../opcodes-zero-operands'
import { decodeInstruction, type Instruction } from './decode'
import { type Block, isCall, RegionWriter, type StoryShape } from './write-region'

/**
 * Runs from a block on, as long as it knows the code. False if it stopped before an instruction that the interpreter is
 * to do; what it did until then is done.
 */
export type Region = (machine: Machine, block: number) => boolean

/** What runs less often is not worth the time to compile it. */
const HOT = 60
/** Of one region: branches that lead out of it lead into another, and larger functions V8 may never optimise. */
const MOST_INSTRUCTIONS = 120
/** No instruction of a sound story is so long, but for texts: a longer one is left to the interpreter. */
const MOST_BYTES = 0x400
/**
 * Characters of JavaScript of a story, however much code it makes hot. While V8 optimises much at once it takes some
 * 150 bytes for each; a story of today writes one or two million.
 */
const MOST_WRITTEN = 3_000_000

/**
 * The code of a story that was run often, as JavaScript. Only static memory is compiled, which no story can write, so
 * what was compiled once stays right. Shared by all machines of a story.
 */
export class CompiledStory {
  /** By address: the region that begins there, from 1; 0 if there is none. */
  readonly regionAt: Uint16Array
  readonly #blockAt: Uint16Array
  readonly #heat: Uint8Array
  readonly #hot: number
  readonly #regions: Region[] = []
  readonly #story: Uint8Array
  readonly #shape: StoryShape
  #written = 0

  /** `hot`: an instruction that was interpreted so often begins a region. */
  constructor(story: Uint8Array, shape: StoryShape, hot = HOT) {
    this.#hot = hot
    this.#story = story
    this.#shape = shape
    this.regionAt = new Uint16Array(story.length)
    this.#blockAt = new Uint16Array(story.length)
    this.#heat = new Uint8Array(story.length)
  }

  /** Runs the region at the machine's program counter, and those that follow it; false as `Region` says. */
  run(machine: Machine, first: number): boolean {
    const { regionAt } = this
    const regions = this.#regions
    const blockAt = this.#blockAt
    for (let region = first; region !== 0; region = machine.running ? (regionAt[machine.pc] ?? 0) : 0)
      if (!regions[region - 1]!(machine, blockAt[machine.pc]!)) return false
    return true
  }

  /**
   * Told of each instruction that is about to be interpreted. The region that begins there from now on; 0 if none does.
   * Who interpreted on nevertheless would begin one at each instruction of a block, all of which get hot at once.
   */
  warm(at: number): number {
    if (++this.#heat[at]! === this.#hot && at >= this.#shape.staticBase && this.#written < MOST_WRITTEN)
      this.#compile(at)
    return this.regionAt[at]!
  }

  #compile(start: number): void {
    const blocks = this.#blocksFrom(start)
    if (blocks.length === 0) return
    const indexOf = new Map(blocks.map(({ instructions }, index) => [instructions[0]!.at, index]))
    const writer = new RegionWriter(this.#story, this.#shape, indexOf)
    // The number of locals is known once all is written.
    writer.write(blocks)
    const body = writer.write(blocks)
    this.#written += body.length
    this.#regions.push(functionOf(body))
    for (const [address, index] of indexOf) {
      if (this.regionAt[address] !== 0) continue
      this.regionAt[address] = this.#regions.length
      this.#blockAt[address] = index
    }
  }

  /** In the order of their addresses. */
  #blocksFrom(start: number): readonly Block[] {
    const { instructions, leaders } = this.#reach(start)
    const blocks: Block[] = []
    const writer = new RegionWriter(this.#story, this.#shape, new Map())
    let open: Instruction[] = []
    const close = (next: number): void => {
      if (open.length > 0) blocks.push({ instructions: open, next })
      open = []
    }
    for (const instruction of [...instructions.values()].toSorted((a, b) => a.at - b.at)) {
      const before = open.at(-1)
      if (before !== undefined && (before.next !== instruction.at || leaders.has(instruction.at))) close(before.next)
      open.push(instruction)
      if (writer.flowOf(instruction) !== 'on') close(instruction.next)
    }
    const last = open.at(-1)
    if (last !== undefined) close(last.next)
    return blocks
  }

  /** What no region begins a block with yet. */
  #isFree(at: number): boolean {
    return at >= this.#shape.staticBase && this.regionAt[at] === 0
  }

  /** All instructions that code leads to from `start` without a call, and those that are led to by a branch. */
  #reach(start: number): {
    readonly instructions: ReadonlyMap<number, Instruction>
    readonly leaders: ReadonlySet<number>
  } {
    const { version } = this.#shape
    const writer = new RegionWriter(this.#story, this.#shape, new Map())
    const instructions = new Map<number, Instruction>()
    const leaders = new Set([start])
    const waiting = [start]
    const lead = (address: number): void => {
      leaders.add(address)
      waiting.push(address)
    }
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      while (this.#isFree(at) && !instructions.has(at) && instructions.size < MOST_INSTRUCTIONS) {
        const end = Math.min(at + MOST_BYTES, this.#story.length)
        const instruction = decodeInstruction(this.#story, at, version, end)
        if (instruction === null) break
        instructions.set(at, instruction)
        const { form, opcode, operands, branch, next } = instruction
        if (typeof branch?.to === 'number') lead(branch.to)
        const isJump = form === 'one' && opcode === 12
        if (isJump && operands[0]?.isVariable === false) lead(next + ((operands[0].value << 16) >> 16) - 2)
        const isFollowed = writer.flowOf(instruction) !== 'leaves' || isCall(instruction, version)
        if (!isFollowed) break
        at = next
      }
    }
    return { instructions, leaders }
  }
}

const compiled = new WeakMap<Uint8Array, CompiledStory>()

/** One for all machines that run the same bytes. */
export function compiledStory(story: Uint8Array, shape: StoryShape): CompiledStory {
  const known = compiled.get(story)
  if (known !== undefined) return known
  const made = new CompiledStory(story, shape)
  compiled.set(story, made)
  return made
}

/**
 * The only place where text becomes code. It is written by `RegionWriter` of numbers that were decoded, and reaches
 * nothing but the machine that it is given and the interpreter's own opcodes.
 */
function functionOf(body: string): Region {
  // oxlint-disable-next-line no-new-func, no-implied-eval, typescript/no-implied-eval
  const make = new Function(...Object.keys(OPCODES), `return function region(m, b) {\n${body}\n}`) as (
    ...opcodes: unknown[]
  ) => Region
  return make(...Object.values(OPCODES))
}

const OPCODES = { executeTwoOperands, executeOneOperand, executeZeroOperands, executeVariable, executeExtended }
