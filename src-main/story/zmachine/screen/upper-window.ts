export const SCREEN_COLUMNS = 80
export const SCREEN_ROWS = 24
const BLANK = 32

export interface UpperWindowState {
  readonly height: number
  readonly tallest: number
  readonly row: number
  readonly column: number
  /** The rows written so far, 80 UTF-16 units each. */
  readonly cells: Uint16Array
}

/** The upper window: a grid of characters with a cursor, never scrolled and never wrapped (Standard §8.6, §8.7). */
export class UpperWindow {
  /** Current number of rows. */
  height = 0
  /** Maximum of `height` since the last input, because a quotation box is removed before it can be read. */
  tallest = 0
  /** Cursor, from 0. */
  row = 0
  column = 0
  readonly #cells = new Uint16Array(SCREEN_COLUMNS * SCREEN_ROWS).fill(BLANK)
  #usedRows = 0
  /** The cached result of `rows`. */
  #shown: readonly string[] | null = null

  split(height: number, clear: boolean): void {
    this.#shown = null
    this.height = Math.min(height, SCREEN_ROWS)
    this.tallest = Math.max(this.tallest, this.height)
    if (clear) this.erase()
    if (this.row >= this.height) this.moveTo(0, 0)
  }

  erase(): void {
    this.#shown = null
    this.#cells.fill(BLANK, 0, this.#usedRows * SCREEN_COLUMNS)
    this.#usedRows = 0
    this.moveTo(0, 0)
  }

  eraseToEndOfLine(): void {
    this.#shown = null
    if (this.row < SCREEN_ROWS)
      this.#cells.fill(BLANK, this.row * SCREEN_COLUMNS + this.column, (this.row + 1) * SCREEN_COLUMNS)
  }

  /** The cursor stops after the last row and column; text printed there is lost. */
  moveTo(row: number, column: number): void {
    this.row = Math.min(Math.max(0, row), SCREEN_ROWS)
    this.column = Math.min(Math.max(0, column), SCREEN_COLUMNS)
  }

  print(text: string): void {
    this.#shown = null
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      if (unit === 10) this.moveTo(this.row + 1, 0)
      else if (this.row < SCREEN_ROWS && this.column < SCREEN_COLUMNS) {
        this.#cells[this.row * SCREEN_COLUMNS + this.column++] = unit
        this.#usedRows = Math.max(this.#usedRows, this.row + 1)
      }
    }
  }

  /** The visible text, one string per row, without trailing blanks. */
  rows(): readonly string[] {
    this.#shown ??= Array.from({ length: Math.min(this.tallest, SCREEN_ROWS) }, (_, row) => this.#rowText(row))
    return this.#shown
  }

  #rowText(row: number): string {
    const start = row * SCREEN_COLUMNS
    let end = start + SCREEN_COLUMNS
    while (end > start && this.#cells[end - 1] === BLANK) end--
    return String.fromCharCode(...this.#cells.subarray(start, end)).trimEnd()
  }

  /** Called after an input: removes rows that are no longer in the window. */
  settle(): void {
    this.#shown = null
    this.tallest = this.height
  }

  reset(): void {
    this.erase()
    this.height = 0
    this.tallest = 0
  }

  capture(): UpperWindowState {
    return {
      height: this.height,
      tallest: this.tallest,
      row: this.row,
      column: this.column,
      cells: this.#cells.slice(0, this.#usedRows * SCREEN_COLUMNS),
    }
  }

  apply(state: UpperWindowState): void {
    this.erase()
    this.#cells.set(state.cells)
    this.#usedRows = state.cells.length / SCREEN_COLUMNS
    this.height = state.height
    this.tallest = state.tallest
    this.row = state.row
    this.column = state.column
  }
}
