import { DISCARD_RESULT } from '../memory/call-stack'
import { signed } from '../memory/machine-space'
import type { Processor } from '../processor'
import { SCREEN_ROWS } from '../screen/upper-window'
import { restoreGame, restoreUndo, saveGame, saveUndo } from '../state/saving'
import { DictionaryIndex, readDictionary } from '../text/dictionary'
import { textOfUnit } from '../text/zscii'
import { parseInto, readKey, readLine } from './input'
import type { OpcodeHandlers } from './instruction-set'

/** Cost of a dictionary lookup per letter, in instructions. */
const INSTRUCTIONS_PER_LETTER = 4
/** `scan_table` without a form operand: words, two bytes each (Standard §15). */
const FORM_OF_WORDS = 0x82

/** Opcodes VAR:224 to VAR:255 (Standard §14). */
export const VARIABLE_HANDLERS: OpcodeHandlers<'VAR'> = {
  call_vs: callAndStore,
  storew: (processor, array, index, value) => processor.writeWord((array + 2 * index) & 0xffff, value),
  storeb: (processor, array, index, value) => processor.writeByte((array + index) & 0xffff, value & 0xff),
  put_prop(processor, object, property, value) {
    if (!processor.isNoObject(object, 'put_prop')) processor.objects.setProperty(object, property, value)
  },
  sread: readLine,
  aread: readLine,
  print_char: (processor, code) => processor.output.print(processor.characters.textOf(code)),
  print_num: (processor, value) => processor.output.print(String(signed(value))),
  random: (processor, range) => processor.store(processor.random.draw(signed(range))),
  push: (processor, value) => processor.push(value),
  pull: (processor, variable) => processor.pokeVariable(variable, processor.pop()),
  split_window: (processor, lines) => processor.output.upper.split(lines, processor.header.version === 3),
  set_window: (processor, window) => processor.output.selectWindow(window),
  call_vs2: callAndStore,
  erase_window: (processor, window) => processor.output.eraseWindow(signed(window)),
  erase_line({ output }, value) {
    if (output.window === 1 && value === 1) output.upper.eraseToEndOfLine()
  },
  set_cursor({ output }, line, column) {
    if (output.window === 1) output.upper.moveTo(line - 1, column - 1)
  },
  get_cursor(processor, array) {
    const { window, upper } = processor.output
    processor.writeWord(array, window === 1 ? upper.row + 1 : SCREEN_ROWS)
    processor.writeWord(array + 2, window === 1 ? upper.column + 1 : 1)
  },
  set_text_style() {}, // the observation has no styles
  buffer_mode() {}, // the observation is never wrapped
  output_stream: selectOutput,
  input_stream: selectInput,
  sound_effect: playSound,
  read_char: readKey,
  scan_table: (processor, value, table, length, form) =>
    scanTable(processor, value, table, length, processor.operandCount > 3 ? form : FORM_OF_WORDS),
  not: (processor, value) => processor.store(~value),
  call_vn: callAndDiscard,
  call_vn2: callAndDiscard,
  tokenise: (processor, text, parse, dictionary, keepsUnknown) =>
    tokenise(processor, text, parse, dictionary, keepsUnknown !== 0),
  encode_text: encodeText,
  copy_table: (processor, from, to, size) => copyTable(processor, from, to, signed(size)),
  print_table: (processor, text, width, height, skip) =>
    printTable(processor, text, width, processor.operandCount > 2 ? height : 1, skip),
  check_arg_count: (processor, argument) => processor.branch(argument <= processor.argumentsGiven()),
}

function callAndStore(processor: Processor, routine: number): void {
  processor.call(routine, 1, processor.memory[processor.pc++]!)
}

function callAndDiscard(processor: Processor, routine: number): void {
  processor.call(routine, 1, DISCARD_RESULT)
}

function selectOutput(processor: Processor, number: number, table: number): void {
  const stream = signed(number)
  if (stream === 1 || stream === -1) processor.output.showScreen(stream > 0)
  else if (stream === 2) processor.requests.push({ kind: 'refused', what: 'transcript' })
  else if (stream === 3) processor.output.openTable(table)
  else if (stream === -3) processor.output.closeTable()
  else if (stream === 4) processor.requests.push({ kind: 'refused', what: 'command-file' })
}

function selectInput(processor: Processor, stream: number): void {
  if (stream !== 0) processor.requests.push({ kind: 'refused', what: 'command-file' })
}

/** Sounds 1 and 2 are bleeps, which are ignored; others are refused. */
function playSound(processor: Processor, number: number): void {
  const isBleep = processor.operandCount === 0 || number === 1 || number === 2
  if (!isBleep) processor.requests.push({ kind: 'refused', what: 'sound' })
}

function tokenise(
  processor: Processor,
  textBuffer: number,
  parseBuffer: number,
  dictionary: number,
  keepsUnknown: boolean,
): void {
  const { memory } = processor
  const codes = memory.slice(textBuffer + 2, textBuffer + 2 + memory[textBuffer + 1]!)
  processor.charge(codes.length * INSTRUCTIONS_PER_LETTER)
  const index = dictionary === 0 ? processor.dictionary : readOwnDictionary(processor, dictionary)
  parseInto(processor, codes, 2, parseBuffer, index, keepsUnknown)
}

/** The story's own dictionary may be in dynamic memory and change, so it is read each time. */
function readOwnDictionary(processor: Processor, address: number): DictionaryIndex {
  const dictionary = readDictionary(processor.memory, address, processor.characters)
  processor.charge(dictionary.count)
  return new DictionaryIndex(processor.memory, dictionary, processor.text, 6)
}

function encodeText(processor: Processor, text: number, length: number, from: number, coded: number): void {
  const { memory, characters } = processor
  const start = text + from
  const word = characters.decode(memory.subarray(start, start + Math.min(length, 9)))
  processor.text.encodeWord(word).forEach((byte, index) => processor.writeByte(coded + index, byte))
}

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

/** Refuses to save or restore a table as a separate file: the result is the Standard's failure. */
function refuseTable(processor: Processor): void {
  processor.requests.push({ kind: 'refused', what: 'aux-file' })
  processor.store(0)
}

/** Returns the previous font, or 0 if the font does not exist. Font 0 only queries the current one. */
function selectFont(processor: Processor, font: number): number {
  const before = processor.output.font
  if (font === 0) return before
  if (font !== FONT_NORMAL) return 0
  processor.output.font = font
  return before
}

/**
 * Stores the address of the first entry with the value, or 0, and branches. `form`: bit 7 is set for words; the other
 * bits are the entry size.
 */
function scanTable(processor: Processor, value: number, table: number, length: number, form: number): void {
  const step = form & 0x7f
  processor.chargeBytes(length)
  let found = 0
  for (let index = 0, at = table; index < length && found === 0; index++, at = (at + step) & 0xffff) {
    const entry = (form & 0x80) === 0 ? processor.memory[at]! : processor.readWord(at)
    if (entry === value) found = at
  }
  processor.store(found)
  processor.branch(found !== 0)
}

/** `copy_table`: zeroes `first` if `second` is 0; a negative size copies forwards even if the tables overlap. */
function copyTable(processor: Processor, first: number, second: number, size: number): void {
  const { memory } = processor
  const length = Math.abs(size)
  processor.chargeBytes(length)
  if (second === 0) {
    for (let index = 0; index < length; index++) processor.writeByte(first + index, 0)
  } else if (size < 0 || first > second) {
    for (let index = 0; index < length; index++) processor.writeByte(second + index, memory[(first + index) & 0xffff]!)
  } else {
    for (let index = length - 1; index >= 0; index--)
      processor.writeByte(second + index, memory[(first + index) & 0xffff]!)
  }
}

/** `print_table`: prints a rectangle. In the upper window each row begins below the start of the first. */
function printTable(processor: Processor, table: number, width: number, height: number, skip: number): void {
  const { output, memory, characters } = processor
  const { row, column } = output.upper
  processor.charge(width * height)
  for (let line = 0, at = table; line < height; line++, at += width + skip) {
    if (line > 0 && output.window === 1) output.upper.moveTo(row + line, column)
    else if (line > 0) output.print('\n')
    for (let index = 0; index < width; index++) output.print(characters.textOf(memory[(at + index) & 0xffff]!))
  }
}
