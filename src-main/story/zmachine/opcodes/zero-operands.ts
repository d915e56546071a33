import { sumOfStory } from '../header'
import type { OpcodeHandlers } from './opcode-handler'
import { restartStory, restoreGame, saveGame } from '../state/saving'

/** Opcodes 0OP:176 to 0OP:191 (Standard §14). */
export const ZERO_OPERAND_HANDLERS: OpcodeHandlers<'0OP'> = {
  rtrue: (processor) => processor.returnValue(1),
  rfalse: (processor) => processor.returnValue(0),
  print(processor) {
    processor.pc = processor.printText(processor.pc)
  },
  print_ret(processor) {
    processor.pc = processor.printText(processor.pc)
    processor.output.print('\n')
    processor.returnValue(1)
  },
  nop() {},
  save: saveGame,
  restore: restoreGame,
  restart: restartStory,
  ret_popped: (processor) => processor.returnValue(processor.pop()),
  pop: (processor) => void processor.pop(),
  catch: (processor) => processor.store(processor.activeCalls),
  quit(processor) {
    processor.requests.push({ kind: 'quit' })
    processor.end()
  },
  new_line: (processor) => processor.output.print('\n'),
  show_status() {}, // the status line is read from memory when it is needed
  verify(processor) {
    const { length, checksum } = processor.header
    processor.chargeBytes(length)
    processor.branch(sumOfStory(processor.story, length) === checksum)
  },
  piracy: (processor) => processor.branch(true), // Standard §15: "interpreters are asked to be gullible"
}
