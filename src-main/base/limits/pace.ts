/** A message takes a few hundredths of a millisecond, so this rate leaves most of the time for other work. */
const MESSAGES_PER_SECOND = 2000

/** Limits the rate of one sender: a receiver that pauses its reads makes the sender wait. */
export class Pace {
  readonly #now: () => number
  /** The time at which the messages so far would have passed at the allowed rate. */
  #passedAt = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Counts `messages`, and returns the pause after them in ms; 0 within a burst of one second. */
  pauseMs(messages: number): number {
    const now = this.#now()
    this.#passedAt = Math.max(now, this.#passedAt) + (1000 * messages) / MESSAGES_PER_SECOND
    return Math.max(0, this.#passedAt - now - 1000)
  }
}
