import { cutJson, UNTRUSTED_BOUNDS } from '@shared/base/json/bound-json'
import { tooLong } from './too-much-error'

const [LF, CR, BRACE, BRACKET] = [0x0a, 0x0d, 0x7b, 0x5b]

/**
 * Splits a stream of server-sent events (HTML Standard, "Server-sent events") into complete events, as bytes. Limits
 * their length, and removes JSON data that is nested too deeply.
 */
export class EventFramer {
  readonly #maxBytes: number
  #parts: Uint8Array[] = []
  #bytes = 0
  #brackets = 0
  #lineBytes = 0
  #afterReturn = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Returns the events that this chunk completes. Throws a `TooMuchError`, or a `JsonBoundError`. */
  push(chunk: Uint8Array): Uint8Array[] {
    const events: Uint8Array[] = []
    let start = 0
    for (const [at, byte] of chunk.entries()) {
      if (byte === BRACE || byte === BRACKET) this.#brackets++
      if (byte !== LF && byte !== CR) {
        this.#lineBytes++
        this.#afterReturn = false
        continue
      }
      const isSecondHalf = byte === LF && this.#afterReturn
      this.#afterReturn = byte === CR
      if (isSecondHalf) continue
      if (this.#lineBytes === 0) {
        this.#append(chunk.subarray(start, at + 1))
        events.push(this.end())
        start = at + 1
      }
      this.#lineBytes = 0
    }
    this.#append(chunk.subarray(start))
    return events
  }

  /** Returns the rest at the end of the stream. */
  end(): Uint8Array {
    const event = Buffer.concat(this.#parts)
    const needsCheck = this.#brackets > UNTRUSTED_BOUNDS.depth || event.length > 2 * UNTRUSTED_BOUNDS.values
    this.#parts = []
    this.#bytes = 0
    this.#brackets = 0
    return needsCheck ? cutEvent(event) : event
  }

  #append(part: Uint8Array): void {
    this.#bytes += part.length
    if (this.#bytes > this.#maxBytes) throw tooLong(this.#maxBytes)
    this.#parts.push(part)
  }
}

function cutEvent(event: Buffer): Uint8Array {
  const lines = event.toString().split(/\r\n|\r|\n/)
  const isData = (line: string) => line.startsWith('data:')
  const data = lines
    .filter(isData)
    .map((line) => line.slice('data:'.length))
    .join('\n')
  const cut = cutJson(data)
  if (cut === data) return event
  const others = lines.filter((line) => line !== '' && !isData(line))
  return Buffer.from(`${[...others, ...cut.split('\n').map((line) => `data:${line}`)].join('\n')}\n\n`)
}
