import { Fault } from '../fault'
import { ENTER, type CharacterSet } from '../text/zscii'
import { UpperWindow, type UpperWindowState } from './upper-window'

export const DEEPEST_TABLE = 16
const OUTPUT_LIMIT = 1 << 20

interface TableStream {
  readonly table: number
  readonly length: number
}

export interface OutputState {
  readonly window: 0 | 1
  readonly screenIsOn: boolean
  readonly font: number
  readonly upper: UpperWindowState
  readonly tables: readonly TableStream[]
}

/** Output streams and windows (Standard §7, §8). The lower window is a growing text that the story cannot read. */
export class Output {
  /** Text of the lower window since it was last taken. */
  lower = ''
  window: 0 | 1 = 0
  font = 1
  readonly upper = new UpperWindow()
  #screenIsOn = true
  /** Open tables of stream 3, the innermost last. While one is open, nothing else is written (§7.1.2.2). */
  #tables: TableStream[] = []
  readonly #memory: Uint8Array
  readonly #writeLimit: number
  readonly #characters: CharacterSet

  constructor(memory: Uint8Array, writeLimit: number, characters: CharacterSet) {
    this.#memory = memory
    this.#writeLimit = writeLimit
    this.#characters = characters
  }

  print(text: string): void {
    if (this.#tables.length > 0) this.#printToTable(text)
    else if (!this.#screenIsOn) return
    else if (this.window === 1) this.upper.print(text)
    else {
      this.lower += text
      if (this.lower.length > OUTPUT_LIMIT)
        throw new Fault('output-limit', `More than ${OUTPUT_LIMIT} characters were printed without an input.`)
    }
  }

  takeLower(): string {
    const text = this.lower
    this.lower = ''
    return text
  }

  showScreen(on: boolean): void {
    this.#screenIsOn = on
  }

  openTable(table: number): void {
    if (this.#tables.length === DEEPEST_TABLE)
      throw new Fault('stack', `Output stream 3 is nested deeper than ${DEEPEST_TABLE}.`)
    this.#tables.push({ table, length: 0 })
  }

  /** Writes the length in front of the text. Does nothing without an open table, as in other interpreters. */
  closeTable(): void {
    const closed = this.#tables.pop()
    if (closed === undefined) return
    this.#writeByte(closed.table, closed.length >> 8)
    this.#writeByte(closed.table + 1, closed.length & 0xff)
  }

  selectWindow(window: number): void {
    this.window = window === 1 ? 1 : 0
    if (this.window === 1) this.upper.moveTo(0, 0)
  }

  eraseWindow(window: number): void {
    if (window === 1 || window < 0) this.upper.erase()
    if (window === -1) {
      this.upper.split(0, false)
      this.selectWindow(0)
    }
  }

  /** Restores the initial state; text that was printed is not lost. */
  restart(): void {
    this.window = 0
    this.font = 1
    this.#screenIsOn = true
    this.#tables = []
    this.upper.reset()
  }

  capture(): OutputState {
    return {
      window: this.window,
      screenIsOn: this.#screenIsOn,
      font: this.font,
      upper: this.upper.capture(),
      tables: this.#tables.slice(),
    }
  }

  apply(state: OutputState): void {
    this.lower = ''
    this.window = state.window
    this.#screenIsOn = state.screenIsOn
    this.font = state.font
    this.#tables = state.tables.slice()
    this.upper.apply(state.upper)
  }

  #printToTable(text: string): void {
    const { table, length } = this.#tables.at(-1)!
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      this.#writeByte(table + 2 + length + index, unit === 10 ? ENTER : this.#characters.codeOf(unit))
    }
    this.#tables[this.#tables.length - 1] = { table, length: length + text.length }
  }

  #writeByte(address: number, value: number): void {
    if (address >= this.#writeLimit)
      throw new Fault('bad-address', `Output stream 3 writes to 0x${address.toString(16)}, outside dynamic memory.`)
    this.#memory[address] = value
  }
}
