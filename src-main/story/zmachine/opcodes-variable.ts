import { DictionaryIndex, readDictionary } from './dictionary'
import { parseInto, readKey, readLine } from './input'
import { DISCARD_RESULT } from './call-stack'
import type { Machine } from './machine'
import { copyTable, printTable, scanTable } from './tables'
import { SCREEN_ROWS } from './upper-window'

/** What it takes to find a word in a dictionary, by its length. */
const INSTRUCTIONS_PER_LETTER = 4

const signed = (value: number) => (value << 16) >> 16

/** Opcodes VAR:224 to VAR:255 (Standard §14). */
export function executeVariable(machine: Machine, opcode: number): void {
  const { operands, output } = machine
  const [first, second, third] = [operands[0]!, operands[1]!, operands[2]!]
  switch (opcode) {
    case 0:
      return machine.call(first, 1, machine.memory[machine.pc++]!)
    case 1:
      return machine.writeWord((first + 2 * second) & 0xffff, third)
    case 2:
      return machine.writeByte((first + second) & 0xffff, third & 0xff)
    case 3:
      if (!machine.isNoObject(first, 'put_prop')) machine.objects.setProperty(first, second, third)
      return
    case 4:
      return readLine(machine)
    case 5:
      return output.print(machine.characters.textOf(first))
    case 6:
      return output.print(String(signed(first)))
    case 7:
      return machine.store(machine.random.draw(signed(first)))
    case 8:
      return machine.push(first)
    case 9:
      return machine.pokeVariable(first, machine.pop())
    case 10:
      return output.upper.split(first, machine.header.version === 3)
    case 11:
      return output.selectWindow(first)
    default:
      return machine.header.version >= 4 ? executeLater(machine, opcode) : executeEarly(machine, opcode)
  }
}

function executeEarly(machine: Machine, opcode: number): void {
  if (opcode === 19) selectOutput(machine)
  else if (opcode === 20) selectInput(machine)
  else if (opcode === 21) playSound(machine)
  else machine.illegal(`VAR:${224 + opcode}`)
}

function executeLater(machine: Machine, opcode: number): void {
  const { operands, output } = machine
  const [first, second, third] = [operands[0]!, operands[1]!, operands[2]!]
  switch (opcode) {
    case 12:
      return machine.call(first, 1, machine.memory[machine.pc++]!)
    case 13:
      return output.eraseWindow(signed(first))
    case 14:
      if (output.window === 1 && first === 1) output.upper.eraseToEndOfLine()
      return
    case 15:
      if (output.window === 1) output.upper.moveTo(first - 1, second - 1)
      return
    case 16:
      machine.writeWord(first, output.window === 1 ? output.upper.row + 1 : SCREEN_ROWS)
      return machine.writeWord(first + 2, output.window === 1 ? output.upper.column + 1 : 1)
    case 17:
      return // set_text_style: the observation has no styles
    case 18:
      return // buffer_mode: the observation is never wrapped
    case 19:
      return selectOutput(machine)
    case 20:
      return selectInput(machine)
    case 21:
      return playSound(machine)
    case 22:
      return readKey(machine)
    case 23:
      return scanTable(machine, first, second, third, machine.operandCount > 3 ? operands[3]! : 0x82)
  }
  if (machine.header.version < 5) machine.illegal(`VAR:${224 + opcode}`)
  switch (opcode) {
    case 24:
      return machine.store(~first)
    case 25:
      return machine.call(first, 1, DISCARD_RESULT)
    case 26:
      return machine.call(first, 1, DISCARD_RESULT)
    case 27:
      return tokenize(machine, first, second, third, operands[3] !== 0)
    case 28:
      return encodeText(machine, first, second, third, operands[3]!)
    case 29:
      return copyTable(machine, first, second, signed(third))
    case 30:
      return printTable(machine, first, second, machine.operandCount > 2 ? third : 1, operands[3]!)
    default:
      return machine.branch(first <= machine.argumentsGiven())
  }
}

function selectOutput(machine: Machine): void {
  const stream = signed(machine.operands[0]!)
  if (stream === 1 || stream === -1) machine.output.showScreen(stream > 0)
  else if (stream === 2) machine.requests.push({ kind: 'refused', what: 'transcript' })
  else if (stream === 3) machine.output.openTable(machine.operands[1]!)
  else if (stream === -3) machine.output.closeTable()
  else if (stream === 4) machine.requests.push({ kind: 'refused', what: 'command-file' })
}

function selectInput(machine: Machine): void {
  if (machine.operands[0] !== 0) machine.requests.push({ kind: 'refused', what: 'command-file' })
}

/** Sounds 1 and 2 are bleeps, which no one misses; others are refused. */
function playSound(machine: Machine): void {
  const isBleep = machine.operandCount === 0 || machine.operands[0] === 1 || machine.operands[0] === 2
  if (!isBleep) machine.requests.push({ kind: 'refused', what: 'sound' })
}

function tokenize(
  machine: Machine,
  textBuffer: number,
  parseBuffer: number,
  dictionary: number,
  keepUnknown: boolean,
): void {
  const { memory } = machine
  const codes = memory.slice(textBuffer + 2, textBuffer + 2 + memory[textBuffer + 1]!)
  machine.charge(codes.length * INSTRUCTIONS_PER_LETTER)
  const index = dictionary === 0 ? machine.dictionary : readOwnDictionary(machine, dictionary)
  parseInto(machine, codes, 2, parseBuffer, index, keepUnknown)
}

/** A dictionary of the story's own may lie in dynamic memory and change: it is read anew each time. */
function readOwnDictionary(machine: Machine, address: number): DictionaryIndex {
  const dictionary = readDictionary(machine.memory, address, machine.characters)
  machine.charge(dictionary.count)
  return new DictionaryIndex(machine.memory, dictionary, machine.text, 6)
}

function encodeText(machine: Machine, text: number, length: number, from: number, coded: number): void {
  const { memory, characters } = machine
  const start = text + from
  const word = characters.decode(memory.subarray(start, start + Math.min(length, 9)))
  machine.text.encodeWord(word).forEach((byte, index) => machine.writeByte(coded + index, byte))
}
