import type { OpcodeHandlers } from './opcode-handler'
import type { Processor } from '../processor'
import { restoreGame, restoreUndo, saveGame, saveUndo } from '../state/saving'
import { signed } from '../word'
import { textOfUnit } from '../text/zscii'

const FONT_NORMAL = 1

/** Opcodes EXT:0 to EXT:13 (Standard §14). */
export const EXTENDED_HANDLERS: OpcodeHandlers<'EXT'> = {
  save: (processor) => (processor.operandCount > 0 ? refuseTable(processor) : saveGame(processor)),
  restore: (processor) => (processor.operandCount > 0 ? refuseTable(processor) : restoreGame(processor)),
  log_shift(processor, number, places) {
    const left = signed(places)
    processor.store(left >= 0 ? number << left : number >>> -left)
  },
  art_shift(processor, number, places) {
    const left = signed(places)
    processor.store(left >= 0 ? signed(number) << left : signed(number) >> -left)
  },
  set_font: (processor, font) => processor.store(selectFont(processor, font)),
  save_undo: saveUndo,
  restore_undo: restoreUndo,
  print_unicode: (processor, unit) => processor.output.print(textOfUnit(unit)),
  check_unicode: (processor, unit) => processor.store(processor.characters.abilitiesOf(unit)),
  set_true_colour() {}, // the observation has no colors
}

/** A table saved to a file of its own gets the Standard's failure. */
function refuseTable(processor: Processor): void {
  processor.requests.push({ kind: 'refused', what: 'aux-file' })
  processor.store(0)
}

/** Returns the font before, or 0 for a font that does not exist; font 0 asks for the present one. */
function selectFont(processor: Processor, font: number): number {
  const before = processor.output.font
  if (font === 0) return before
  if (font !== FONT_NORMAL) return 0
  processor.output.font = font
  return before
}
