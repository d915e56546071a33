import { StringDecoder } from 'node:string_decoder'
import { type TooMuchError, tooLong } from './too-much-error'

const NEWLINE = 0x0a

/** Splits bytes into lines in linear time; the SDK's buffer is quadratic for messages of some MB. */
export class LineFramer {
  readonly #maxBytes: number
  readonly #decoder = new StringDecoder('utf8')
  #parts: string[] = []
  #bytes = 0
  /** Whether the rest of a line beyond the limit is being skipped. */
  #isSkipping = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The complete lines, without line ends. A line beyond the limit is replaced by an error at once. */
  push(chunk: Buffer): (string | TooMuchError)[] {
    const lines: (string | TooMuchError)[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#append(chunk.subarray(start, end), lines)
      if (!this.#isSkipping) lines.push(this.takeRest())
      this.#isSkipping = false
      start = end + 1
    }
    if (start < chunk.length) this.#append(chunk.subarray(start), lines)
    return lines
  }

  /** Takes the line that has not ended yet. */
  takeRest(): string {
    const line = this.#parts.join('') + this.#decoder.end()
    this.#parts = []
    this.#bytes = 0
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }

  #append(part: Buffer, lines: (string | TooMuchError)[]): void {
    if (this.#isSkipping) return
    this.#bytes += part.length
    if (this.#bytes <= this.#maxBytes) return void this.#parts.push(this.#decoder.write(part))
    this.takeRest()
    this.#isSkipping = true
    lines.push(tooLong(this.#maxBytes))
  }
}
