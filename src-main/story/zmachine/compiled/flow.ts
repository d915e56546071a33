import type { Instruction, Operand } from './decode'

/** What becomes of the block after an instruction. */
export type Flow =
  /** The next one follows. */
  | 'on'
  /** It may count more work, or go elsewhere: the next one begins a block. */
  | 'ends'
  /** Where it goes on is written in its code. */
  | 'leaves'

/** Whether it is written out. What is not, is done by the interpreter's own code. */
export function isWritten({ form, opcode, operands }: Instruction, version: number): boolean {
  switch (form) {
    case 'two':
      if (opcode === 1) return operands.length <= 4
      if (operands.length !== 2 || opcode === 0 || opcode === 14 || opcode > 24) return false
      return (opcode !== 4 && opcode !== 5 && opcode !== 13) || isNamed(operands[0]!)
    case 'one':
      if (opcode === 5 || opcode === 6 || opcode === 14) return isNamed(operands[0]!)
      if (opcode === 12) return !operands[0]!.isVariable
      return opcode <= 4 || opcode === 11 || (opcode === 15 && version <= 4)
    case 'zero':
      return opcode === 0 || opcode === 1 || opcode === 4 || opcode === 8 || (opcode === 9 && version < 5)
    case 'variable':
      if (opcode >= 1 && opcode <= 3) return operands.length === 3
      if (opcode === 8) return operands.length === 1
      if (opcode === 9) return operands.length === 1 && isNamed(operands[0]!)
      return opcode === 31 && version >= 5 && operands.length === 1
    case 'extended':
      return false
  }
}

export function flowOf(instruction: Instruction, version: number): Flow {
  const { form, opcode, branch } = instruction
  if (isCall(instruction, version)) return 'leaves'
  if (!isWritten(instruction, version))
    return KEEPS_ON[form].some((each) => each === opcode) && !(form === 'zero' && opcode === 9) ? 'ends' : 'leaves'
  if (branch !== null) return 'ends'
  return isLast(instruction) ? 'leaves' : 'on'
}

/** Instructions after which the one behind them never comes. */
export function isLast({ form, opcode }: Instruction): boolean {
  if (form === 'one') return opcode === 11 || opcode === 12
  if (form === 'zero') return [0, 1, 3, 7, 8, 10].includes(opcode)
  return form === 'two' && opcode === 28
}

export function isCall({ form, opcode, operands }: Instruction, version: number): boolean {
  if (operands.length === 0) return false
  if (form === 'variable')
    return opcode === 0 || (opcode === 12 && version >= 4) || ((opcode === 25 || opcode === 26) && version >= 5)
  if (form === 'two')
    return operands.length === 2 && ((opcode === 25 && version >= 4) || (opcode === 26 && version >= 5))
  return form === 'one' && ((opcode === 8 && version >= 4) || (opcode === 15 && version >= 5))
}

/** A variable that is named by a constant, and is not the stack. */
const isNamed = ({ isVariable, value }: Operand): boolean => !isVariable && value !== 0

/** Instructions of the interpreter after which the next one follows, whatever they do. */
const KEEPS_ON = {
  two: [13, 14, 23, 24, 27],
  one: [5, 6, 7, 9, 10, 13, 14],
  zero: [2, 4, 9, 11, 12],
  variable: [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 19],
  extended: [2, 3],
} as const satisfies Record<Instruction['form'], readonly number[]>
