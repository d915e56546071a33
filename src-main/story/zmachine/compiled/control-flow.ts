import { DISCARD_RESULT } from '../memory/call-stack'
import { INSTRUCTION_PC, OPERAND_COUNT, OPERANDS_AT, PC, STACK_AT } from '../memory/machine-space'
import { add, branch, call, callLast, type Code, get, i32, load16, not, set, store16, when } from '../wasm/encode'
import { decodeRoutine, type Instruction } from './decode'
import { BLOCK, COUNT, FUNCTIONS, REGION_STATE, STACK_POINTER, storeRegister } from './module-layout'
import { passOperands, recordPosition, takeOperands } from './operands'
import { OPERAND_LOCALS, type Region, RESULT } from './region'

/** Continues at an address, from code that is nested `depth` WebAssembly blocks deep in its basic block. */
export function goTo(region: Region, address: number, depth: number): Code {
  const target = region.blockAt(address)
  if (target === undefined) return leaveTo(region, address, REGION_STATE)
  // A forward branch exits the WebAssembly blocks in between; a backward one uses the table at the start of the loop.
  if (target > region.block) return branch(depth + target - region.block - 1)
  return [set(BLOCK, i32(target)), branch(depth + region.blockCount - region.block - 1)]
}

/** Continues at an address outside the region. `state`: stack pointer, locals, own stack and count. */
function leaveTo({ entryPoints }: Region, address: number, state: readonly Code[]): Code {
  const entry = entryPoints.get(address)
  return entry === undefined
    ? callLast(FUNCTIONS.continueAt, i32(address), ...state)
    : [storeRegister(PC, i32(address)), callLast(entry.target, i32(entry.block), ...state)]
}

/** Follows the branch data if the condition has the value that it requires (Standard §4.7). */
export function branchIf(region: Region, instruction: Instruction, condition: Code): Code {
  const { on, to } = instruction.branch!
  const taken = typeof to === 'number' ? goTo(region, to, 1) : returnFrom(instruction, i32(to === 'true' ? 1 : 0))
  return when(on ? condition : not(condition), taken)
}

export function returnFrom({ at }: Instruction, value: Code): Code {
  return [
    // The value is read first: reading it may pop the stack, which changes the stack pointer that is passed on.
    set(RESULT, value),
    storeRegister(INSTRUCTION_PC, i32(at)),
    callLast(FUNCTIONS.returnFrom, get(RESULT), ...REGION_STATE),
  ]
}

export function callRoutine(region: Region, instruction: Instruction): Code {
  const { form, operands, store, afterOperands } = instruction
  const returnPc = afterOperands + (store === null ? 0 : 1)
  const result = store ?? DISCARD_RESULT
  const given = form === '1OP' ? 0 : operands.length - 1
  const entering = operands.length <= OPERAND_LOCALS.length ? enterKnown(region, instruction, given, returnPc) : null
  if (entering !== null) return [takeOperands(region, operands), recordPosition(region, instruction), entering]
  return [
    passOperands(region, operands),
    storeRegister(OPERAND_COUNT, i32(given + 1)),
    recordPosition(region, instruction),
    call(
      FUNCTIONS.callRoutine,
      load16(i32(0), OPERANDS_AT),
      i32(returnPc),
      i32(result),
      i32(given),
      get(STACK_POINTER),
    ),
    callLast(FUNCTIONS.resume),
  ]
}

/** Enters a routine whose address is a constant, with the arguments from SECOND on; null for any other routine. */
function enterKnown(region: Region, { operands, store }: Instruction, given: number, returnPc: number): Code | null {
  const { story, shape } = region
  const { isVariable, value: packed } = operands[0]!
  if (isVariable || packed === 0) return null
  const routine = decodeRoutine(story, packed * shape.packing + shape.routineOffset, shape)
  if (routine === null) return null
  const { locals } = routine
  const ownStack = add(get(STACK_POINTER), i32(locals.length * 2))
  const frame = [i32(returnPc), i32(store ?? DISCARD_RESULT), i32(locals.length), i32(given)]
  return [
    call(FUNCTIONS.enterFrame, get(STACK_POINTER), ...frame),
    locals.map((initial, local) =>
      store16(get(STACK_POINTER), STACK_AT + local * 2, local < given ? get(OPERAND_LOCALS[local + 1]!) : i32(initial)),
    ),
    leaveTo(region, routine.pc, [ownStack, get(STACK_POINTER), ownStack, get(COUNT)]),
  ]
}
