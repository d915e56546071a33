import { FRAME_COUNT, FRAME_WORDS, FRAMES_AT, MEMORY_AT } from '../memory/machine-space'
import type { OpcodeName } from '../opcodes/opcodes'
import { signed } from '../word'
import { branchIf, goTo, returnFrom } from './control-flow'
import type { Instruction } from './decode'
import { OBJECT_OPCODE_WRITERS, type OpcodeWriter, readPropertyLength } from './object-opcodes'
import {
  changeVariable,
  combineOperands,
  POP,
  putVariable,
  readOperand,
  recordPosition,
  storeResult,
  takeOperands,
} from './operands'
import { FUNCTIONS, loadRegister } from './prelude'
import { FIRST, OPERAND_LOCALS, type Region, RESULT, SECOND, THIRD } from './region'
import {
  add,
  and,
  asSigned,
  call,
  choose,
  type Code,
  divide,
  eq,
  ge,
  get,
  gt,
  i32,
  load32,
  load8,
  lt,
  mul,
  not,
  or,
  remainder,
  set,
  shiftLeft,
  shiftRight,
  store8,
  sub,
  tee,
  when,
} from '../wasm/encode'

/** The code of each opcode that `isCompiled` accepts. */
export const OPCODE_WRITERS: Readonly<Partial<Record<OpcodeName, OpcodeWriter>>> = {
  ...OBJECT_OPCODE_WRITERS,

  je(region, instruction) {
    const { operands } = instruction
    if (operands.length < 2) return branchIf(region, instruction, [takeOperands(region, operands), i32(0)])
    if (operands.length === 2) return branchIf(region, instruction, combineOperands(region, eq, operands))
    const equals = operands.slice(1).map((_, index) => eq(get(FIRST), get(OPERAND_LOCALS[index + 1]!)))
    const isAny = equals.reduce((all, each) => or(all, each))
    return branchIf(region, instruction, [takeOperands(region, operands), isAny])
  },
  jl: (region, instruction) => branchIf(region, instruction, compareSigned(region, instruction, lt)),
  jg: (region, instruction) => branchIf(region, instruction, compareSigned(region, instruction, gt)),
  dec_chk: (region, instruction) => changeAndCheck(region, instruction, -1, lt),
  inc_chk: (region, instruction) => changeAndCheck(region, instruction, 1, gt),
  test: (region, instruction) =>
    branchIf(region, instruction, [
      takeOperands(region, instruction.operands),
      eq(and(get(FIRST), get(SECOND)), get(SECOND)),
    ]),
  jz: (region, instruction) => branchIf(region, instruction, not(readOperand(region, instruction.operands[0]!))),
  check_arg_count(region, instruction) {
    const given = load32(mul(loadRegister(FRAME_COUNT), i32(FRAME_WORDS * 4)), FRAMES_AT - 4)
    return branchIf(region, instruction, not(gt(readOperand(region, instruction.operands[0]!), given)))
  },
  jump: (region, { operands, next }) => goTo(region, next + signed(operands[0]!.value) - 2, 0),

  or: (region, instruction) => storeCombined(region, instruction, or),
  and: (region, instruction) => storeCombined(region, instruction, and),
  not: (region, instruction) =>
    storeResult(region, instruction, sub(i32(0xffff), readOperand(region, instruction.operands[0]!))),
  add: (region, instruction) => storeCombined(region, instruction, add),
  sub: (region, instruction) => storeCombined(region, instruction, sub),
  mul: (region, instruction) => storeCombined(region, instruction, mul),
  div: (region, instruction) => storeQuotient(region, instruction, divide),
  mod: (region, instruction) => storeQuotient(region, instruction, remainder),
  inc: (region, instruction) => changeVariable(region, instruction, 1),
  dec: (region, instruction) => changeVariable(region, instruction, -1),

  load: (region, instruction) =>
    storeResult(region, instruction, readOperand(region, { isVariable: true, value: instruction.operands[0]!.value })),
  store: (region, instruction) =>
    putVariable(region, instruction, instruction.operands[0]!.value, readOperand(region, instruction.operands[1]!)),
  push: (region, instruction) => putVariable(region, instruction, 0, readOperand(region, instruction.operands[0]!)),
  pull: (region, instruction) => putVariable(region, instruction, instruction.operands[0]!.value, POP),
  pop: () => set(RESULT, POP),

  loadw(region, instruction) {
    const index = shiftLeft(readOperand(region, instruction.operands[1]!), i32(1))
    const address = and(add(readOperand(region, instruction.operands[0]!), index), i32(0xffff))
    const high = shiftLeft(load8(tee(RESULT, address), MEMORY_AT), i32(8))
    return storeResult(region, instruction, or(high, load8(get(RESULT), MEMORY_AT + 1)))
  },
  loadb(region, instruction) {
    const address = and(combineOperands(region, add, instruction.operands), i32(0xffff))
    return storeResult(region, instruction, load8(address, MEMORY_AT))
  },
  storew: (region, instruction) => [
    takeOperands(region, instruction.operands),
    set(RESULT, and(add(get(FIRST), shiftLeft(get(SECOND), i32(1))), i32(0xffff))),
    when(ge(get(RESULT), i32(region.shape.staticBase - 1)), [
      recordPosition(region, instruction),
      call(FUNCTIONS.writeWord, get(RESULT), get(THIRD)),
    ]),
    store8(get(RESULT), MEMORY_AT, shiftRight(get(THIRD), i32(8))),
    store8(get(RESULT), MEMORY_AT + 1, get(THIRD)),
  ],
  storeb: (region, instruction) => [
    takeOperands(region, instruction.operands),
    set(RESULT, and(add(get(FIRST), get(SECOND)), i32(0xffff))),
    when(ge(get(RESULT), i32(region.shape.staticBase)), [
      recordPosition(region, instruction),
      call(FUNCTIONS.writeByte, get(RESULT), and(get(THIRD), i32(0xff))),
    ]),
    store8(get(RESULT), MEMORY_AT, get(THIRD)),
  ],
  get_prop_len: (region, instruction) =>
    storeResult(region, instruction, [
      takeOperands(region, instruction.operands),
      choose(get(FIRST), readPropertyLength(region), i32(0)),
    ]),

  rtrue: (_, instruction) => returnFrom(instruction, i32(1)),
  rfalse: (_, instruction) => returnFrom(instruction, i32(0)),
  ret: (region, instruction) => returnFrom(instruction, readOperand(region, instruction.operands[0]!)),
  ret_popped: (_, instruction) => returnFrom(instruction, POP),
  nop: () => [],
}

function compareSigned(region: Region, { operands }: Instruction, compare: (first: Code, second: Code) => Code): Code {
  return compare(asSigned(readOperand(region, operands[0]!)), asSigned(readOperand(region, operands[1]!)))
}

/** Changes the variable by one and branches on how it then compares to the second operand. */
function changeAndCheck(
  region: Region,
  instruction: Instruction,
  by: 1 | -1,
  compare: (first: Code, second: Code) => Code,
): Code {
  return branchIf(region, instruction, [
    set(SECOND, readOperand(region, instruction.operands[1]!)),
    changeVariable(region, instruction, by),
    compare(asSigned(get(RESULT)), asSigned(get(SECOND))),
  ])
}

function storeCombined(region: Region, instruction: Instruction, operation: (first: Code, second: Code) => Code): Code {
  return storeResult(region, instruction, combineOperands(region, operation, instruction.operands))
}

/** The interpreter's own code raises the fault of a division by zero. */
function storeQuotient(region: Region, instruction: Instruction, operation: (first: Code, second: Code) => Code): Code {
  const fault = [
    recordPosition(region, instruction),
    call(FUNCTIONS.executeTwoOperands, i32(instruction.number), get(FIRST), get(SECOND)),
  ]
  return storeResult(region, instruction, [
    takeOperands(region, instruction.operands),
    when(not(get(SECOND)), fault),
    operation(asSigned(get(FIRST)), asSigned(get(SECOND))),
  ])
}
