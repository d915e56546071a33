const NEWLINE = 0x0a

/**
 * Cuts a stream of bytes into lines in linear time: only the new chunk is searched, and the parts of a line are joined once. (The SDK's own
 * buffer joins everything at each chunk, which is quadratic and blocks the event loop for seconds on messages of some MB.)
 */
export class LineFramer {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that this chunk completes, without their line ends. Throws an error that names the limit if a line grows beyond it. */
  push(chunk: Buffer): string[] {
    const lines: string[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end))
      lines.push(this.#take())
      start = end + 1
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start))
    return lines
  }

  #keep(part: Buffer): void {
    this.#length += part.length
    if (this.#length > this.#maxBytes) {
      this.#parts = []
      throw new Error(`sent a message of more than ${Math.round(this.#maxBytes / 2 ** 20)} MiB`)
    }
    this.#parts.push(part)
  }

  #take(): string {
    const [only] = this.#parts
    const line = (this.#parts.length === 1 && only ? only : Buffer.concat(this.#parts, this.#length)).toString('utf8')
    this.#parts = []
    this.#length = 0
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }
}
