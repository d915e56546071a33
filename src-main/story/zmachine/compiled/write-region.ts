import { INSTRUCTION_LIMIT, INSTRUCTIONS, LOCAL_COUNT } from '../memory/machine-space'
import { callRoutine, goTo } from './control-flow'
import type { Instruction } from './decode'
import { flowOf, isCall, isCompiled } from './flow'
import { interpretInstruction } from './interpreted-opcodes'
import { OPCODE_WRITERS } from './opcode-writers'
import { saveStackPointer } from './operands'
import { BLOCK, COUNT, FUNCTIONS, REGION_STATE, loadRegister, REGION, storeRegister } from './prelude'
import { type Block, Region, REGION_LOCALS, type RegionContext } from './region'
import {
  add,
  block,
  branchTable,
  callLast,
  type Code,
  get,
  gt,
  i32,
  leave,
  loop,
  lt,
  sub,
  tee,
  type WasmFunction,
  when,
} from '../wasm/encode'

/** The WebAssembly function that does what the blocks' instructions do. */
export function writeRegion(context: RegionContext, blocks: readonly Block[]): WasmFunction {
  const region = new Region(context, blocks)
  // One WebAssembly block per block of code, the first innermost: the end of each is where the next one's code begins.
  let body = branchTable(get(BLOCK), blocks.length)
  for (const [index, each] of blocks.entries()) {
    region.block = index
    body = [block(body), writeBlock(region, each)]
  }
  return { signature: REGION, locals: REGION_LOCALS, body: [checkLocals(region), loop(body)] }
}

/** Returns to the interpreter when the routine has fewer local variables than the region names. */
function checkLocals({ highestLocal }: Region): Code {
  if (highestLocal === 0) return []
  return when(lt(loadRegister(LOCAL_COUNT), i32(highestLocal)), [
    saveStackPointer(),
    storeRegister(INSTRUCTIONS, get(COUNT)),
    leave,
  ])
}

function writeBlock(region: Region, { instructions, next }: Block): Code {
  const code: Code[] = [countInstructions(instructions)]
  for (const [index, instruction] of instructions.entries()) {
    region.remaining = instructions.length - index - 1
    code.push(writeInstruction(region, instruction))
  }
  const hasLeft = flowOf(instructions.at(-1)!) === 'leaves'
  if (!hasLeft && region.blockAt(next) !== region.block + 1) code.push(goTo(region, next, 0))
  return code
}

/** When the budget does not last for the block, the interpreter continues instruction by instruction. */
function countInstructions(instructions: readonly Instruction[]): Code {
  const count = i32(instructions.length)
  const stop = callLast(FUNCTIONS.stop, i32(instructions[0]!.at), ...REGION_STATE.slice(0, -1), sub(get(COUNT), count))
  return when(gt(tee(COUNT, add(get(COUNT), count)), loadRegister(INSTRUCTION_LIMIT)), [stop])
}

function writeInstruction(region: Region, instruction: Instruction): Code {
  if (isCall(instruction)) return callRoutine(region, instruction)
  if (!isCompiled(instruction)) return interpretInstruction(region, instruction)
  return OPCODE_WRITERS[instruction.name!]!(region, instruction)
}
