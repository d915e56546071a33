import {
  INSTRUCTION_LIMIT,
  INSTRUCTIONS,
  LOCAL_COUNT,
  INSTRUCTION_SP,
  OPERAND_COUNT,
  OPERANDS_AT,
  PC,
} from '../memory/machine-space'
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
  call,
  load16,
  set,
  shiftRight,
  store16,
} from '../wasm/encode'
import { callRoutine, goTo } from './control-flow'
import type { Instruction } from './decode'
import { flowOf, isCall, isCompiled } from './flow'
import {
  BLOCK,
  COUNT,
  FUNCTIONS,
  REGION_STATE,
  loadRegister,
  REGION,
  storeRegister,
  STACK_POINTER,
} from './module-layout'
import { OPCODE_WRITERS } from './opcode-writers'
import { saveStackPointer, loadStackPointer, passOperands, recordPosition, takeOperands } from './operands'
import { type Block, Region, REGION_LOCALS, type RegionContext, FIRST, SECOND } from './region'

/** Writes the WebAssembly function of a region's blocks. */
export function writeRegion(context: RegionContext, blocks: readonly Block[]): WasmFunction {
  const region = new Region(context, blocks)
  // One WebAssembly block per basic block, the first innermost. A branch to the end of a block enters the next one.
  let body = branchTable(get(BLOCK), blocks.length)
  for (const [index, each] of blocks.entries()) {
    region.block = index
    body = [block(body), writeBlock(region, each)]
  }
  return { signature: REGION, locals: REGION_LOCALS, body: [checkLocals(region), loop(body)] }
}

/** Returns to the interpreter if the routine has fewer local variables than the region uses. */
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

/** Counts the block's instructions. If the budget is too small, the interpreter executes them one at a time. */
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

/** Runs an instruction with the interpreter's code. */
function interpretInstruction(region: Region, instruction: Instruction): Code {
  const { form, isVariableForm, operands, afterOperands } = instruction
  const code: Code = [
    recordPosition(region, instruction),
    storeRegister(INSTRUCTION_SP, shiftRight(get(STACK_POINTER), i32(1))),
    isVariableForm || form === 'EXT' ? passAllOperands(region, instruction) : takeOperands(region, operands),
    saveStackPointer(),
    storeRegister(PC, i32(afterOperands)),
    callHandler(instruction),
  ]
  if (flowOf(instruction) === 'leaves') return [code, callLast(FUNCTIONS.resume)]
  return [code, loadStackPointer(), set(COUNT, loadRegister(INSTRUCTIONS))]
}

/** Missing operands are 0, as in the interpreter. */
function passAllOperands(region: Region, { operands }: Instruction): Code {
  const missing = Math.max(0, (operands.length > 4 ? 8 : 4) - operands.length)
  return [
    passOperands(region, operands),
    Array.from({ length: missing }, (_, index) => store16(i32(0), OPERANDS_AT + (operands.length + index) * 2, i32(0))),
    storeRegister(OPERAND_COUNT, i32(operands.length)),
  ]
}

function callHandler({ form, isVariableForm, number }: Instruction): Code {
  const opcode = i32(number)
  switch (form) {
    case '2OP':
      return isVariableForm
        ? call(FUNCTIONS.executeTwoOperands, opcode, passedOperand(0), passedOperand(1))
        : call(FUNCTIONS.executeTwoOperands, opcode, get(FIRST), get(SECOND))
    case '1OP':
      return call(FUNCTIONS.executeOneOperand, opcode, get(FIRST))
    case '0OP':
      return call(FUNCTIONS.executeZeroOperands, opcode)
    case 'VAR':
      return call(FUNCTIONS.executeVariable, opcode)
    case 'EXT':
      return call(FUNCTIONS.executeExtended, opcode)
  }
}

const passedOperand = (index: number): Code => load16(i32(0), OPERANDS_AT + index * 2)
