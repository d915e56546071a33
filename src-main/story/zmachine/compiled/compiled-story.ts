import type { Processor } from '../processor'
import { signed } from '../word'
import { decodeInstruction, decodeRoutine, type Instruction } from './decode'
import { BLOCK_BITS, FIRST_REGION, FUNCTIONS, IMPORTS, shapeOf, type StoryShape, writePrelude } from './prelude'
import { flowOf, isCall, isLast } from './flow'
import { encodeModule, type WasmFunction } from '../wasm/encode'
import { Module, type WasmModule } from '../wasm/api'
import type { Block, EntryPoint } from './region'
import { writeRegion } from './write-region'

/** What runs less often is not worth the time to compile it. */
const HOT = 10
/** Instructions that are interpreted for each one that is compiled, which takes some hundred times as long. */
const PATIENCE = 25
/** Of one region: branches that lead out of it lead into another. */
const MOST_INSTRUCTIONS = 300
/** Of one module: regions that got hot and the routines that they call, those that these call, and so on. */
const MOST_OF_MODULE = 2000
/** No instruction of a sound story is so long, but for texts: a longer one is left to the interpreter. */
const MOST_BYTES = 0x400
/** Bytes of WebAssembly of a story, however much code it makes hot; a large story of today writes one million. */
const MOST_WRITTEN = 2_000_000

/** Verified code, with the regions that an instance writes into a machine's table and where they begin. */
export interface CompiledModule {
  readonly module: WasmModule
  /** The number of the region after its last. */
  readonly end: number
  /** By address: what the machine's entry there becomes. */
  readonly entries: readonly (readonly [address: number, entry: number])[]
}

interface PlannedRegion {
  readonly number: number
  readonly blocks: readonly Block[]
}

/**
 * The code of a story that was run often, as WebAssembly. Only static memory is compiled, which no story can write, so
 * what was compiled once stays right. Shared by all machines of a story.
 */
export class CompiledStory {
  readonly #shape: StoryShape
  /** By address: the number of the module, from 1, that holds what begins there; 0 if none does. */
  readonly #moduleAt: Uint16Array
  readonly #modules: CompiledModule[] = []
  readonly #heat: Uint8Array
  readonly #hot: number
  readonly #story: Uint8Array
  readonly #prelude: readonly WasmFunction[]
  readonly #patience: number
  /** What got hot and is not compiled yet. */
  #waiting: number[] = []
  /** Instructions still to be interpreted before the next module is compiled. */
  #left: number
  #nextRegion = 1
  #written = 0

  /** An instruction that was interpreted `hot` times is compiled, once `patience` were interpreted for each. */
  constructor(machine: Processor, hot = HOT, patience = PATIENCE) {
    this.#hot = hot
    this.#patience = patience
    this.#left = patience * MOST_OF_MODULE
    this.#story = machine.story
    this.#shape = shapeOf(machine)
    this.#prelude = writePrelude(this.#shape)
    this.#moduleAt = new Uint16Array(machine.story.length)
    this.#heat = new Uint8Array(machine.story.length)
  }

  /** Told of each instruction that is about to be interpreted. The module with what begins there, if it is compiled. */
  warm(at: number): CompiledModule | null {
    if (this.#written < MOST_WRITTEN) {
      if (++this.#heat[at]! === this.#hot && this.#isFree(at)) this.#waiting.push(at)
      if (--this.#left <= 0 && this.#waiting.length > 0) this.#compile()
    }
    return this.#modules[this.#moduleAt[at]! - 1] ?? null
  }

  #compile(): void {
    const regions = this.#plan()
    if (regions.length === 0) return
    const first = regions[0]!.number
    const entries: [address: number, entry: number][] = []
    const entryPoints = new Map<number, EntryPoint>()
    for (const { number, blocks } of regions) {
      for (const [block, { instructions }] of blocks.entries()) {
        const { at } = instructions[0]!
        entries.push([at, (number << BLOCK_BITS) | block])
        entryPoints.set(at, { target: FIRST_REGION + number - first, block })
      }
    }
    const context = { story: this.#story, shape: this.#shape, entryPoints }
    const bytes = encodeModule({
      imports: Object.entries(IMPORTS),
      functions: [...this.#prelude, ...regions.map(({ blocks }) => writeRegion(context, blocks))],
      run: FUNCTIONS.resume,
      firstInTable: FIRST_REGION,
      tableBase: first,
    })
    this.#written += bytes.length
    this.#modules.push({ module: new Module(bytes), end: this.#nextRegion, entries })
  }

  /**
   * Regions of what waits, each followed by those of the routines that it calls, as long as there is room. All that
   * runs without a branch gets hot at once: what lies in a region waits no longer.
   */
  #plan(): readonly PlannedRegion[] {
    const regions: PlannedRegion[] = []
    const covered = new Set<number>()
    const waiting = this.#waiting
    let taken = 0
    while (taken < waiting.length && covered.size < MOST_OF_MODULE) {
      const called = [waiting[taken++]!]
      // What is called is added while it goes on.
      for (const at of called) {
        if (covered.size >= MOST_OF_MODULE) break
        const blocks = this.#isFree(at) && !covered.has(at) ? this.#blocksFrom(at) : []
        if (blocks.length === 0) continue
        regions.push({ number: this.#nextRegion++, blocks })
        for (const { instructions } of blocks) {
          this.#moduleAt[instructions[0]!.at] = this.#modules.length + 1
          for (const instruction of instructions) {
            covered.add(instruction.at)
            called.push(...this.#calledBy(instruction))
          }
        }
      }
    }
    this.#waiting = waiting.slice(taken).filter((at) => this.#isFree(at) && !covered.has(at))
    this.#left = this.#patience * covered.size
    return regions
  }

  /** The first instruction of the routine that an instruction calls, if it is known. */
  #calledBy(instruction: Instruction): readonly number[] {
    const { packing, routineOffset } = this.#shape
    const called = instruction.operands[0]
    if (!isCall(instruction) || called === undefined || called.isVariable || called.value === 0) return []
    const routine = decodeRoutine(this.#story, called.value * packing + routineOffset, this.#shape)
    return routine === null ? [] : [routine.pc]
  }

  /** In the order of their addresses. */
  #blocksFrom(start: number): readonly Block[] {
    const { instructions, leaders } = this.#reach(start)
    const blocks: Block[] = []
    let open: Instruction[] = []
    const close = (next: number): void => {
      if (open.length > 0) blocks.push({ instructions: open, next })
      open = []
    }
    for (const instruction of [...instructions.values()].toSorted((a, b) => a.at - b.at)) {
      const before = open.at(-1)
      if (before !== undefined && (before.next !== instruction.at || leaders.has(instruction.at))) close(before.next)
      open.push(instruction)
      if (flowOf(instruction) !== 'continues') close(instruction.next)
    }
    const last = open.at(-1)
    if (last !== undefined) close(last.next)
    return blocks
  }

  /** What no region begins a block with yet. */
  #isFree(at: number): boolean {
    return at >= this.#shape.staticBase && this.#moduleAt[at] === 0
  }

  /** All instructions that code leads to from `start` without a call, and those that are led to by a branch. */
  #reach(start: number): {
    readonly instructions: ReadonlyMap<number, Instruction>
    readonly leaders: ReadonlySet<number>
  } {
    const { version } = this.#shape
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
        const { name, operands, branch, next } = instruction
        if (typeof branch?.to === 'number') lead(branch.to)
        if (name === 'jump' && operands[0]?.isVariable === false) lead(next + signed(operands[0].value) - 2)
        if (isLast(instruction)) break
        at = next
      }
    }
    return { instructions, leaders }
  }
}

const compiled = new WeakMap<Uint8Array, CompiledStory>()

/** One for all machines that run the same bytes. */
export function compiledStory(machine: Processor): CompiledStory {
  const known = compiled.get(machine.story)
  if (known !== undefined) return known
  const made = new CompiledStory(machine)
  compiled.set(machine.story, made)
  return made
}
