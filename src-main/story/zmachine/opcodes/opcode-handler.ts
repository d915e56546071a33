import type { OpcodeForm, OpcodeNameOf } from './opcodes'
import type { Processor } from '../processor'

/**
 * What an opcode does, by its form. Operands are unsigned words, missing ones 0; `processor.operandCount` says how many
 * a VAR or EXT opcode was given. The program counter is after the operands.
 */
export interface OpcodeHandler {
  readonly '2OP': (processor: Processor, first: number, second: number) => void
  readonly '1OP': (processor: Processor, operand: number) => void
  readonly '0OP': (processor: Processor) => void
  readonly VAR: (processor: Processor, first: number, second: number, third: number, fourth: number) => void
  readonly EXT: (processor: Processor, first: number, second: number) => void
}

export type OpcodeHandlers<Form extends OpcodeForm> = Readonly<Record<OpcodeNameOf<Form>, OpcodeHandler[Form]>>
