import { StringDecoder } from 'node:string_decoder'
import { type TooMuchError, tooLong } from './too-much-error'

const NEWLINE = 0x0a

/**
 * Cuts a stream of bytes into lines in linear time: only the new chunk is searched, and the parts of a line are joined
 * once. (The SDK's own buffer joins everything at each chunk, which is quadratic and blocks the event loop for seconds
 * on messages of some MB.) Each chunk is decoded as it comes, so that of a large message only the joining is left for
 * the end.
 */
export class LineFramer {
  readonly #maxBytes: number
  readonly #decoder = new StringDecoder('utf8')
  #parts: string[] = []
  #bytes = 0
  /** The rest of a line that was too long is passed over. */
  #isPassing = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * The lines that this chunk completes, without their line ends. In the place of one that grows beyond the limit comes
   * an error that names it, as soon as it does.
   */
  push(chunk: Buffer): (string | TooMuchError)[] {
    const lines: (string | TooMuchError)[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end), lines)
      if (!this.#isPassing) lines.push(this.#take())
      this.#isPassing = false
      start = end + 1
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start), lines)
    return lines
  }

  #keep(part: Buffer, lines: (string | TooMuchError)[]): void {
    if (this.#isPassing) return
    this.#bytes += part.length
    if (this.#bytes <= this.#maxBytes) return void this.#parts.push(this.#decoder.write(part))
    this.#take()
    this.#isPassing = true
    lines.push(tooLong(this.#maxBytes))
  }

  #take(): string {
    const line = this.#parts.join('') + this.#decoder.end()
    this.#parts = []
    this.#bytes = 0
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }
}
