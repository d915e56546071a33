import type { Processor } from '../processor'

/**
 * `scan_table`: stores the address of the first entry equal to the value and branches; 0 when there is none. Form: bit
 * 7 words, low bits entry length.
 */
export function scanTable(processor: Processor, value: number, table: number, length: number, form: number): void {
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

/** `copy_table`: second 0 zeroes the first; a negative size copies forwards even where the tables overlap. */
export function copyTable(processor: Processor, first: number, second: number, size: number): void {
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

/** `print_table`: a rectangle of characters; in the upper window each row begins below the start of the first. */
export function printTable(processor: Processor, table: number, width: number, height: number, skip: number): void {
  const { output, memory, characters } = processor
  const { row, column } = output.upper
  processor.charge(width * height)
  for (let line = 0, at = table; line < height; line++, at += width + skip) {
    if (line > 0 && output.window === 1) output.upper.moveTo(row + line, column)
    else if (line > 0) output.print('\n')
    for (let index = 0; index < width; index++) output.print(characters.textOf(memory[(at + index) & 0xffff]!))
  }
}
