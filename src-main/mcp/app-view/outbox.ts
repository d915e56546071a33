/** Maximum number of waiting messages. */
const MOST_MESSAGES = 500
/** Maximum number of waiting characters, more than the longest answer of a server. */
const MOST_CHARACTERS = 40_000_000

/** Messages for a view that wait until the window reads them. */
export class Outbox {
  #waiting: string[] = []
  #characters = 0

  /** Adds a message. Returns false, without adding it, if too many messages wait. */
  add(message: string): boolean {
    this.#characters += message.length
    if (this.#waiting.length >= MOST_MESSAGES || this.#characters > MOST_CHARACTERS) return false
    this.#waiting.push(message)
    return true
  }

  takeAll(): readonly string[] {
    const taken = this.#waiting
    this.#waiting = []
    this.#characters = 0
    return taken
  }
}
