import type { Processor } from '../processor'
import { ONE_OPERAND_HANDLERS, TWO_OPERAND_HANDLERS, ZERO_OPERAND_HANDLERS } from './fixed-operands'
import { type OpcodeForm, opcodeLabel, type OpcodeNameOf, opcodesOf } from './opcodes'
import { EXTENDED_HANDLERS, VARIABLE_HANDLERS } from './variable-operands'

/**
 * The handler of an opcode, by form. Operands are unsigned words; missing ones are 0. `processor.operandCount` is the
 * number of operands of a VAR or EXT opcode. When a handler is called, the program counter is after the operands.
 */
interface OpcodeHandler {
  readonly '2OP': (processor: Processor, first: number, second: number) => void
  readonly '1OP': (processor: Processor, operand: number) => void
  readonly '0OP': (processor: Processor) => void
  readonly VAR: (processor: Processor, first: number, second: number, third: number, fourth: number) => void
  readonly EXT: (processor: Processor, first: number, second: number) => void
}

export type OpcodeHandlers<Form extends OpcodeForm> = Readonly<Record<OpcodeNameOf<Form>, OpcodeHandler[Form]>>

/** The handlers of a version's opcodes, indexed by the number in an instruction. */
export interface InstructionSet {
  readonly twoOperands: readonly OpcodeHandler['2OP'][]
  readonly oneOperand: readonly OpcodeHandler['1OP'][]
  readonly zeroOperands: readonly OpcodeHandler['0OP'][]
  readonly variable: readonly OpcodeHandler['VAR'][]
  readonly extended: readonly OpcodeHandler['EXT'][]
}

const cache = new Map<number, InstructionSet>()

export function instructionSetOf(version: number): InstructionSet {
  const known = cache.get(version)
  if (known !== undefined) return known
  const made: InstructionSet = {
    twoOperands: handlersOf('2OP', version, TWO_OPERAND_HANDLERS),
    oneOperand: handlersOf('1OP', version, ONE_OPERAND_HANDLERS),
    zeroOperands: handlersOf('0OP', version, ZERO_OPERAND_HANDLERS),
    variable: handlersOf('VAR', version, VARIABLE_HANDLERS),
    extended: handlersOf('EXT', version, EXTENDED_HANDLERS),
  }
  cache.set(version, made)
  return made
}

function handlersOf<Form extends OpcodeForm>(
  form: Form,
  version: number,
  handlers: OpcodeHandlers<Form>,
): readonly OpcodeHandler[Form][] {
  return opcodesOf(form, version).map((opcode, number) =>
    opcode === null
      ? missingOpcode(opcodeLabel(form, number), form, version)
      : handlers[opcode.name as OpcodeNameOf<Form>],
  )
}

function missingOpcode(label: string, form: OpcodeForm, version: number): (processor: Processor) => void {
  // Standard §14.2.1: unknown extended opcodes belong to future interpreters and do nothing.
  if (form === 'EXT' && version >= 5)
    return (processor) => void processor.toleratedFaults.add(`The opcode ${label} does not exist and did nothing.`)
  return (processor) => processor.illegal(label)
}
