import type { Machine } from './machine'
import { restoreGame, restoreUndo, saveGame, saveUndo } from './saving'
import { textOfUnit } from './zscii'

const FONT_NORMAL = 1

/** Opcodes EXT:0 to EXT:13 (Standard §14). */
export function executeExtended(machine: Machine, opcode: number): void {
  const { operands, output } = machine
  if (machine.header.version < 5) machine.illegal(`EXT:${opcode}`)
  const value = operands[0]!
  switch (opcode) {
    case 0:
      return machine.operandCount > 0 ? refuseTable(machine) : saveGame(machine)
    case 1:
      return machine.operandCount > 0 ? refuseTable(machine) : restoreGame(machine)
    case 2: {
      const places = (operands[1]! << 16) >> 16
      return machine.store(places >= 0 ? value << places : value >>> -places)
    }
    case 3: {
      const places = (operands[1]! << 16) >> 16
      const number = (value << 16) >> 16
      return machine.store(places >= 0 ? number << places : number >> -places)
    }
    case 4:
      return machine.store(selectFont(machine, value))
    case 9:
      return saveUndo(machine)
    case 10:
      return restoreUndo(machine)
    case 11:
      return output.print(textOfUnit(value))
    case 12:
      return machine.store(machine.characters.abilitiesOf(value))
    case 13:
      return // set_true_colour: the observation has no colours
    default:
      // Standard §14.2.1: such opcodes are for interpreters to come.
      machine.laxities.add(`The opcode EXT:${opcode} does not exist and did nothing.`)
  }
}

/** Saving a table to a file of its own: the answer is the Standard's failure. */
function refuseTable(machine: Machine): void {
  machine.requests.push({ kind: 'refused', what: 'aux-file' })
  machine.store(0)
}

/** The font before, or 0 when the story asks for one that is not there; 0 asks for the present one. */
function selectFont(machine: Machine, font: number): number {
  const before = machine.output.font
  if (font === 0) return before
  if (font !== FONT_NORMAL) return 0
  machine.output.font = font
  return before
}
