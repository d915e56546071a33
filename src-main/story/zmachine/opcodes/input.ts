import { Fault } from '../fault'
import { FLAGS_2_LOW } from '../header'
import type { PendingInput, Processor } from '../processor'
import type { InputRequest } from '../state/machine-state'
import type { DictionaryIndex } from '../text/dictionary'
import { ENTER } from '../text/zscii'

const TRANSCRIPT_BIT = 1

/** `read` (Standard §15): waits for a line. When it runs again with the line, it fills the text and parse buffers. */
export function readLine(processor: Processor): void {
  const { memory, operands } = processor
  const { version } = processor.header
  const [textBuffer, parseBuffer, timerTenths, routine] = [operands[0]!, operands[1]!, operands[2]!, operands[3]!]
  const hasCount = version >= 5
  const maxLength = hasCount ? memory[textBuffer]! : Math.max(0, memory[textBuffer]! - 1)
  const input = processor.pending
  if (input === null) {
    const preloaded = hasCount
      ? processor.characters.decode(memory.subarray(textBuffer + 2, textBuffer + 2 + memory[textBuffer + 1]!))
      : ''
    return wait(processor, { kind: 'line', maxLength, preloaded, timerTenths: timerOf(timerTenths, routine) })
  }
  processor.pending = null
  const isCutOff = interruptedBy(processor, input, timerTenths, routine)
  if (!processor.running) return
  const line = isCutOff ? '' : input.line.toLowerCase()
  processor.truncatedInput = line.length > maxLength
  const codes = Uint8Array.from({ length: Math.min(line.length, maxLength) }, (_, index) =>
    processor.characters.codeOf(line.charCodeAt(index)),
  )
  const start = textBuffer + (hasCount ? 2 : 1)
  codes.forEach((code, index) => processor.writeByte(start + index, code))
  if (hasCount) processor.writeByte(textBuffer + 1, codes.length)
  else processor.writeByte(start + codes.length, 0)
  if (parseBuffer !== 0) parseInto(processor, codes, start - textBuffer, parseBuffer, processor.dictionary, false)
  if (hasCount) processor.store(isCutOff ? 0 : ENTER)
}

/** `read_char`: like `readLine`, for one key. */
export function readKey(processor: Processor): void {
  const [timerTenths, routine] = [processor.operands[1]!, processor.operands[2]!]
  const input = processor.pending
  if (input === null) return wait(processor, { kind: 'char', timerTenths: timerOf(timerTenths, routine) })
  processor.pending = null
  const isCutOff = interruptedBy(processor, input, timerTenths, routine)
  if (processor.running) processor.store(isCutOff ? 0 : input.key)
}

/** Writes words into a parse buffer (Standard §13.6.3); `keepUnknown` leaves the slots of unknown words unchanged. */
export function parseInto(
  processor: Processor,
  codes: Uint8Array,
  textOffset: number,
  parseBuffer: number,
  index: DictionaryIndex,
  keepUnknown: boolean,
): void {
  const most = processor.memory[parseBuffer]!
  const tokens = index.tokenize(processor.characters.decode(codes)).slice(0, most)
  processor.writeByte(parseBuffer + 1, tokens.length)
  tokens.forEach((token, place) => {
    const slot = parseBuffer + 2 + place * 4
    if (token.entry === 0 && keepUnknown) return
    processor.writeWord(slot, token.entry)
    processor.writeByte(slot + 2, token.length)
    processor.writeByte(slot + 3, token.start + textOffset)
  })
}

/** Rewinds to the instruction, so that it runs again with its operands when the input arrives. */
function wait(processor: Processor, waiting: InputRequest): void {
  if (processor.interruptDepth > 0) throw new Fault('illegal-opcode', 'An interrupt routine asks for input.')
  processor.pc = processor.instructionPc
  processor.sp = processor.instructionSp
  processor.waiting = waiting
  processor.running = false
  if ((processor.memory[FLAGS_2_LOW]! & TRANSCRIPT_BIT) !== 0) {
    processor.memory[FLAGS_2_LOW] = processor.memory[FLAGS_2_LOW]! & ~TRANSCRIPT_BIT
    processor.requests.push({ kind: 'refused', what: 'transcript' })
  }
}

function timerOf(timerTenths: number, routine: number): number | null {
  return timerTenths > 0 && routine !== 0 ? timerTenths : null
}

/** Runs the interrupt routine as often as the elapsed time requires. True if it ended the input or the game. */
function interruptedBy(processor: Processor, input: PendingInput, timerTenths: number, routine: number): boolean {
  if (timerOf(timerTenths, routine) === null) return false
  for (let elapsed = timerTenths; elapsed <= input.elapsedTenths; elapsed += timerTenths) {
    if (processor.interrupt(routine) !== 0) return true
    if (processor.waiting.kind === 'ended') {
      processor.running = false
      return true
    }
  }
  return false
}
