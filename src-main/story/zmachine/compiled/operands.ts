import {
  INSTRUCTION_PC,
  INSTRUCTIONS,
  MEMORY_AT,
  memoryBytes,
  OPERANDS_AT,
  SP,
  STACK_AT,
  STACK_WORDS,
} from '../memory/machine-space'
import {
  add,
  and,
  call,
  choose,
  type Code,
  ge,
  get,
  gt,
  i32,
  load16,
  load8,
  or,
  set,
  shiftLeft,
  shiftRight,
  store16,
  store8,
  sub,
  tee,
  when,
} from '../wasm/encode'
import type { Instruction, Operand } from './decode'
import { COUNT, FUNCTIONS, loadRegister, LOCALS, OWN_STACK, STACK_POINTER, storeRegister } from './module-layout'
import { OPERAND_LOCALS, type Region, RESULT } from './region'

/** Pops a word from the stack. If the routine's part is empty, the machine supplies the value. */
export const POP = choose(
  gt(get(STACK_POINTER), get(OWN_STACK)),
  load16(tee(STACK_POINTER, sub(get(STACK_POINTER), i32(2))), STACK_AT),
  [saveStackPointer(), call(FUNCTIONS.pop)],
)

/** The region's stack pointer is in bytes, the machine's in words. */
export function saveStackPointer(): Code {
  return storeRegister(SP, shiftRight(get(STACK_POINTER), i32(1)))
}

export const loadStackPointer = (): Code => set(STACK_POINTER, shiftLeft(loadRegister(SP), i32(1)))

/** Records position and instruction count before an operation that may fail; the count omits the rest of the block. */
export function recordPosition({ remaining }: Region, { at }: Instruction): Code {
  return [
    storeRegister(INSTRUCTION_PC, i32(at)),
    storeRegister(INSTRUCTIONS, remaining === 0 ? get(COUNT) : sub(get(COUNT), i32(remaining))),
  ]
}

/** The value of an operand; reading it may pop the stack. */
export function readOperand(region: Region, { isVariable, value }: Operand): Code {
  if (!isVariable) return i32(value)
  if (value === 0) return POP
  if (value < 16) return readLocal(region, value)
  const at = region.shape.globals + (value - 16) * 2
  return or(shiftLeft(readByte(region, at), i32(8)), readByte(region, at + 1))
}

/** Applies an operation to both operands. The first one is read first, because each may pop the stack. */
export function combineOperands(
  region: Region,
  operation: (first: Code, second: Code) => Code,
  operands: readonly Operand[],
): Code {
  return operation(readOperand(region, operands[0]!), readOperand(region, operands[1]!))
}

/** Reads up to four operands into FIRST to FOURTH, in order, because each may pop the stack. */
export function takeOperands(region: Region, operands: readonly Operand[]): Code {
  return operands.map((operand, index) => set(OPERAND_LOCALS[index]!, readOperand(region, operand)))
}

/** Copies operands to where the interpreter's code reads them. */
export function passOperands(region: Region, operands: readonly Operand[]): Code {
  return operands.map((operand, index) => store16(i32(0), OPERANDS_AT + index * 2, readOperand(region, operand)))
}

/** Stores the result of the instruction. RESULT holds it too, but not reduced to 16 bits. */
export function storeResult(region: Region, instruction: Instruction, value: Code): Code {
  return putVariable(region, instruction, instruction.store ?? 0, value)
}

export function putVariable(region: Region, instruction: Instruction, variable: number, value: Code): Code {
  const kept = set(RESULT, value)
  if (variable !== 0) return [kept, writeVariable(region, variable)]
  const full = [recordPosition(region, instruction), saveStackPointer(), call(FUNCTIONS.push, get(RESULT))]
  return [
    kept,
    when(ge(get(STACK_POINTER), i32(STACK_WORDS * 2)), full),
    store16(get(STACK_POINTER), STACK_AT, get(RESULT)),
    set(STACK_POINTER, add(get(STACK_POINTER), i32(2))),
  ]
}

/** Adds to the variable that the first operand, a constant, names. RESULT holds the new value. */
export function changeVariable(region: Region, instruction: Instruction, by: number): Code {
  const { value } = instruction.operands[0]!
  const before = readOperand(region, { isVariable: true, value })
  return [set(RESULT, and(add(before, i32(by)), i32(0xffff))), writeVariable(region, value)]
}

/** Writes RESULT into a variable other than the stack. */
function writeVariable(region: Region, variable: number): Code {
  if (variable < 16) {
    region.noteLocal(variable)
    return store16(get(LOCALS), STACK_AT + (variable - 1) * 2, get(RESULT))
  }
  const { globals, staticBase } = region.shape
  const address = globals + (variable - 16) * 2
  if (address + 1 >= staticBase) return call(FUNCTIONS.writeWord, i32(address), get(RESULT))
  return [
    store8(i32(0), MEMORY_AT + address, shiftRight(get(RESULT), i32(8))),
    store8(i32(0), MEMORY_AT + address + 1, get(RESULT)),
  ]
}

function readLocal(region: Region, variable: number): Code {
  region.noteLocal(variable)
  return load16(get(LOCALS), STACK_AT + (variable - 1) * 2)
}

/** Bytes beyond memory are 0, as in the interpreter. */
function readByte({ shape }: Region, at: number): Code {
  return at < memoryBytes(shape.length) ? load8(i32(0), MEMORY_AT + at) : i32(0)
}
