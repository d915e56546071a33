/**
 * Stores the last lines of a stream that must always be read, because an unread pipe blocks the process that writes to
 * it.
 */
export class TailBuffer {
  readonly #maxBytes: number
  #chunks: Buffer[] = []
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    for (let first = this.#chunks[0]; first && this.#length - first.length >= this.#maxBytes; first = this.#chunks[0]) {
      this.#length -= first.length
      this.#chunks.shift()
    }
  }

  /** The stored text, masked before its cut first line is removed, because `mask` must see whole secrets. */
  text(mask: (text: string) => string): string {
    const text = mask(Buffer.concat(this.#chunks).subarray(-this.#maxBytes).toString('utf8'))
    return this.#length < this.#maxBytes ? text : text.replace(CUT_LINE, '')
  }
}

/** The rest of a cut first line, up to 8,192 characters. It may begin inside a secret, which a mask would not find. */
const CUT_LINE = /^[^\r\n]{0,8192}[\r\n]*/
