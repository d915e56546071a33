import { INSTRUCTION_SP, INSTRUCTIONS, OPERAND_COUNT, OPERANDS_AT, PC } from '../memory/machine-space'
import type { Instruction } from './decode'
import { flowOf } from './flow'
import { loadStackPointer, passOperands, recordPosition, saveStackPointer, takeOperands } from './operands'
import { COUNT, FUNCTIONS, loadRegister, STACK_POINTER, storeRegister } from './prelude'
import { FIRST, type Region, SECOND } from './region'
import { call, callLast, type Code, get, i32, load16, set, shiftRight, store16 } from '../wasm/encode'

/** Runs an instruction by the interpreter's own code. */
export function interpretInstruction(region: Region, instruction: Instruction): Code {
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

/** Missing operands are 0, as when the interpreter decodes them. */
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
