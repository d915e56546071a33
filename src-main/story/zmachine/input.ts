import type { DictionaryIndex } from './dictionary'
import { Fault } from './fault'
import { FLAGS_2_LOW } from './header-profile'
import type { Machine, PendingInput } from './machine'
import type { InputRequest } from './request'
import { ENTER } from './zscii'

const TRANSCRIPT_BIT = 1

/** `read` (Standard §15): waits for a line; run again with the line, it fills the text buffer and the parse buffer. */
export function readLine(machine: Machine): void {
  const { memory, operands } = machine
  const { version } = machine.header
  const [textBuffer, parseBuffer, timerTenths, routine] = [operands[0]!, operands[1]!, operands[2]!, operands[3]!]
  const hasCount = version >= 5
  const maxLength = hasCount ? memory[textBuffer]! : Math.max(0, memory[textBuffer]! - 1)
  const input = machine.pending
  if (input === null) {
    const preloaded = hasCount
      ? machine.characters.decode(memory.subarray(textBuffer + 2, textBuffer + 2 + memory[textBuffer + 1]!))
      : ''
    return wait(machine, { kind: 'line', maxLength, preloaded, timerTenths: timerOf(timerTenths, routine) })
  }
  machine.pending = null
  const isCutOff = interruptedBy(machine, input, timerTenths, routine)
  if (!machine.running) return
  const line = isCutOff ? '' : input.line.toLowerCase()
  machine.truncatedInput = line.length > maxLength
  const codes = Uint8Array.from({ length: Math.min(line.length, maxLength) }, (_, index) =>
    machine.characters.codeOf(line.charCodeAt(index)),
  )
  const start = textBuffer + (hasCount ? 2 : 1)
  codes.forEach((code, index) => machine.writeByte(start + index, code))
  if (hasCount) machine.writeByte(textBuffer + 1, codes.length)
  else machine.writeByte(start + codes.length, 0)
  if (parseBuffer !== 0) parseInto(machine, codes, start - textBuffer, parseBuffer, machine.dictionary, false)
  if (hasCount) machine.store(isCutOff ? 0 : ENTER)
}

/** `read_char`: as readLine, for one key. */
export function readKey(machine: Machine): void {
  const [timerTenths, routine] = [machine.operands[1]!, machine.operands[2]!]
  const input = machine.pending
  if (input === null) return wait(machine, { kind: 'char', timerTenths: timerOf(timerTenths, routine) })
  machine.pending = null
  const isCutOff = interruptedBy(machine, input, timerTenths, routine)
  if (machine.running) machine.store(isCutOff ? 0 : input.key)
}

/**
 * Writes the words of a text into a parse buffer (Standard §13.6.3); with `keepUnknown`, unknown words leave their slot
 * as it is.
 */
export function parseInto(
  machine: Machine,
  codes: Uint8Array,
  textOffset: number,
  parseBuffer: number,
  index: DictionaryIndex,
  keepUnknown: boolean,
): void {
  const most = machine.memory[parseBuffer]!
  const tokens = index.tokenize(machine.characters.decode(codes)).slice(0, most)
  machine.writeByte(parseBuffer + 1, tokens.length)
  tokens.forEach((token, place) => {
    const slot = parseBuffer + 2 + place * 4
    if (token.entry === 0 && keepUnknown) return
    machine.writeWord(slot, token.entry)
    machine.writeByte(slot + 2, token.length)
    machine.writeByte(slot + 3, token.start + textOffset)
  })
}

/** Goes back before the instruction, so that it runs anew, operands and all, when the input is there. */
function wait(machine: Machine, waiting: InputRequest): void {
  if (machine.interruptDepth > 0) throw new Fault('illegal-opcode', 'An interrupt routine asks for input.')
  machine.pc = machine.instructionPc
  machine.sp = machine.instructionSp
  machine.waiting = waiting
  machine.running = false
  if ((machine.memory[FLAGS_2_LOW]! & TRANSCRIPT_BIT) !== 0) {
    machine.memory[FLAGS_2_LOW] = machine.memory[FLAGS_2_LOW]! & ~TRANSCRIPT_BIT
    machine.requests.push({ kind: 'refused', what: 'transcript' })
  }
}

function timerOf(timerTenths: number, routine: number): number | null {
  return timerTenths > 0 && routine !== 0 ? timerTenths : null
}

/** Runs the interrupt routine as often as it fits before the input; true when one of them ended the input. */
function interruptedBy(machine: Machine, input: PendingInput, timerTenths: number, routine: number): boolean {
  if (timerOf(timerTenths, routine) === null) return false
  for (let elapsed = timerTenths; elapsed <= input.elapsedTenths; elapsed += timerTenths) {
    if (machine.interrupt(routine) !== 0) return true
    if (machine.waiting.kind === 'ended') {
      machine.running = false
      return true
    }
  }
  return false
}
