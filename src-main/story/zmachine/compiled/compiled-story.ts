import { signed } from '../memory/machine-space'
import type { Processor } from '../processor'
import { Module, type WasmModule } from '../wasm/api'
import { encodeModule, type WasmFunction } from '../wasm/encode'
import { decodeInstruction, decodeRoutine, type Instruction } from './decode'
import { flowOf, isCall, isLast } from './flow'
import { BLOCK_BITS, FIRST_REGION, FUNCTIONS, IMPORTS, shapeOf, type StoryShape } from './module-layout'
import { writePrelude } from './prelude'
import type { Block, EntryPoint } from './region'
import { writeRegion } from './write-region'

/** Runs after which an instruction is hot. Compiling one that runs less often is not worth the time. */
const HOT_RUNS = 10
/** Instructions to interpret for each one that is compiled: compiling takes about 100 times as long as running. */
const INTERPRETED_PER_COMPILED = 25
/** Maximum number of instructions of a region; branches that leave it lead into another. */
const MAX_REGION_INSTRUCTIONS = 300
/**
 * Maximum number of instructions of a module: hot regions, and those of the routines that they call, directly or not.
 */
const MAX_MODULE_INSTRUCTIONS = 2000
/** Longest instruction that is compiled; in practice only texts are longer. */
const MAX_INSTRUCTION_BYTES = 0x400
/** Maximum number of bytes of WebAssembly per story; a large modern story needs one million. */
const MAX_CODE_BYTES = 2_000_000

/** Verified WebAssembly. An instance of it writes its regions into a machine's table. */
export interface CompiledModule {
  readonly module: WasmModule
  /** One more than the number of its last region. */
  readonly end: number
  /** New values of the machine's `entries`. */
  readonly entries: readonly (readonly [address: number, entry: number])[]
}

interface PlannedRegion {
  readonly number: number
  readonly blocks: readonly Block[]
}

/** The hot code of a story as WebAssembly, for all its machines. Only static memory is compiled: it never changes. */
export class CompiledStory {
  readonly #shape: StoryShape
  /** Indexed by address: the number (from 1) of the module with the code that begins there; 0 if there is none. */
  readonly #moduleAt: Uint16Array
  readonly #modules: CompiledModule[] = []
  readonly #runs: Uint8Array
  readonly #hotRuns: number
  readonly #story: Uint8Array
  readonly #prelude: readonly WasmFunction[]
  readonly #interpretedPerCompiled: number
  /** Hot addresses that are not compiled yet. */
  #hotAddresses: number[] = []
  /** Instructions to interpret before the next module is compiled. */
  #untilCompile: number
  #nextRegion = 1
  #codeBytes = 0

  constructor(processor: Processor, hotRuns = HOT_RUNS, interpretedPerCompiled = INTERPRETED_PER_COMPILED) {
    this.#hotRuns = hotRuns
    this.#interpretedPerCompiled = interpretedPerCompiled
    this.#untilCompile = interpretedPerCompiled * MAX_MODULE_INSTRUCTIONS
    this.#story = processor.story
    this.#shape = shapeOf(processor)
    this.#prelude = writePrelude(this.#shape)
    this.#moduleAt = new Uint16Array(processor.story.length)
    this.#runs = new Uint8Array(processor.story.length)
  }

  /** Counts a run of an interpreted instruction. Returns the module with code that begins at the address, or null. */
  countRun(at: number): CompiledModule | null {
    if (this.#codeBytes < MAX_CODE_BYTES) {
      if (++this.#runs[at]! === this.#hotRuns && this.#isFree(at)) this.#hotAddresses.push(at)
      if (--this.#untilCompile <= 0 && this.#hotAddresses.length > 0) this.#compile()
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
    this.#codeBytes += bytes.length
    this.#modules.push({ module: new Module(bytes), end: this.#nextRegion, entries })
  }

  /** Plans regions of hot code, each followed by the routines that it calls. Their addresses are no longer hot. */
  #plan(): readonly PlannedRegion[] {
    const regions: PlannedRegion[] = []
    const covered = new Set<number>()
    const hot = this.#hotAddresses
    let taken = 0
    while (taken < hot.length && covered.size < MAX_MODULE_INSTRUCTIONS) {
      const called = [hot[taken++]!]
      // The loop adds the routines that are called.
      for (const at of called) {
        if (covered.size >= MAX_MODULE_INSTRUCTIONS) break
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
    this.#hotAddresses = hot.slice(taken).filter((at) => this.#isFree(at) && !covered.has(at))
    this.#untilCompile = this.#interpretedPerCompiled * covered.size
    return regions
  }

  /** The first instruction of the called routine; empty if there is no call or the address is not a constant. */
  #calledBy(instruction: Instruction): readonly number[] {
    const { packing, routineOffset } = this.#shape
    const called = instruction.operands[0]
    if (!isCall(instruction) || called === undefined || called.isVariable || called.value === 0) return []
    const routine = decodeRoutine(this.#story, called.value * packing + routineOffset, this.#shape)
    return routine === null ? [] : [routine.pc]
  }

  /** The blocks of a region, in the order of their addresses. */
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

  /** Whether an address is in static memory, and no block begins there yet. */
  #isFree(at: number): boolean {
    return at >= this.#shape.staticBase && this.#moduleAt[at] === 0
  }

  /** All instructions that are reachable from `start` without a call, and the targets of their branches. */
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
      while (this.#isFree(at) && !instructions.has(at) && instructions.size < MAX_REGION_INSTRUCTIONS) {
        const end = Math.min(at + MAX_INSTRUCTION_BYTES, this.#story.length)
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

/** The compiled code of a story, shared by all machines with the same array of bytes. */
export function compiledStory(processor: Processor): CompiledStory {
  const known = compiled.get(processor.story)
  if (known !== undefined) return known
  const made = new CompiledStory(processor)
  compiled.set(processor.story, made)
  return made
}
