import type { OpcodeHandler, OpcodeHandlers } from './opcode-handler'
import { type OpcodeForm, opcodeLabel, type OpcodeNameOf, opcodesOf } from './opcodes'
import { EXTENDED_HANDLERS } from './extended'
import { ONE_OPERAND_HANDLERS } from './one-operand'
import { TWO_OPERAND_HANDLERS } from './two-operands'
import { VARIABLE_HANDLERS } from './variable-operands'
import { ZERO_OPERAND_HANDLERS } from './zero-operands'
import type { Processor } from '../processor'

/** What each opcode of a version does, by the number that an instruction encodes. */
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
  // Standard §14.2.1: unknown extended opcodes belong to interpreters to come and do nothing.
  if (form === 'EXT' && version >= 5)
    return (processor) => void processor.toleratedFaults.add(`The opcode ${label} does not exist and did nothing.`)
  return (processor) => processor.illegal(label)
}
