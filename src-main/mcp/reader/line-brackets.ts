const [QUOTE, BACKSLASH, NEWLINE] = [0x22, 0x5c, 0x0a]
const [LIST, LIST_END, TABLE, TABLE_END] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Blanks, and the bytes of a byte order mark. */
const BLANK = new Set([0x20, 0x09, 0x0d, 0xef, 0xbb, 0xbf])

/**
 * Counts the brackets of the last line across chunks of bytes. Some servers omit the end of the line; a message then
 * ends at its last closing bracket.
 */
export class LineBrackets {
  #open = 0
  /** Whether the line begins with a bracket; null before its first character. */
  #begins: boolean | null = null
  #isInString = false
  #isEscaped = false

  push(chunk: Buffer): void {
    const end = chunk.lastIndexOf(NEWLINE)
    if (end >= 0) this.reset()
    for (let at = end + 1; at < chunk.length; at++) {
      // A large message has nearly all its bytes in strings.
      if (this.#isInString) at = this.#endOfString(chunk, at)
      else this.#follow(chunk[at] ?? 0)
    }
  }

  /** Must be called when the line was taken. */
  reset(): void {
    this.#open = 0
    this.#begins = null
    this.#isInString = this.#isEscaped = false
  }

  /** Whether the line closes all its brackets, and the `openBefore` brackets of earlier lines. */
  closes(openBefore: number): boolean {
    return !this.#isInString && this.#open + openBefore === 0 && (openBefore > 0 || this.#begins === true)
  }
  #follow(byte: number): void {
    if (byte === QUOTE) this.#isInString = true
    else if (byte === TABLE || byte === LIST) this.#open++
    else if (byte === TABLE_END || byte === LIST_END) this.#open--
    if (!BLANK.has(byte)) this.#begins ??= this.#open === 1
  }

  /** Index of the quote that ends the string, searched from `from`; the length of the chunk if there is none. */
  #endOfString(chunk: Buffer, from: number): number {
    let at = chunk.indexOf(QUOTE, from)
    while (at >= 0 && this.#escapes(chunk, from, at)) at = chunk.indexOf(QUOTE, at + 1)
    this.#isInString = at < 0
    this.#isEscaped = at < 0 && this.#escapes(chunk, from, chunk.length)
    return at < 0 ? chunk.length : at
  }

  /** Whether a backslash escapes the byte at `at`; the previous chunk may escape the first byte. */
  #escapes(chunk: Buffer, from: number, at: number): boolean {
    let start = at
    while (start > from && chunk[start - 1] === BACKSLASH) start--
    const before = start === from && this.#isEscaped ? 1 : 0
    return (at - start + before) % 2 === 1
  }
}
