/** Holds the last bytes of a stream that must always be read: an unread pipe blocks the process that writes to it. */
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

  text(): string {
    return Buffer.concat(this.#chunks).subarray(-this.#maxBytes).toString('utf8')
  }
}
