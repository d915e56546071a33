/** What a message costs its reader is some hundredths of a millisecond: so many leave most of its time to others. */
const MESSAGES_A_SECOND = 2000

/**
 * The pace of one sender. Whoever is told to rest reads nothing meanwhile: the sender waits before its full pipe, and
 * nothing piles up here.
 */
export class Pace {
  readonly #now: () => number
  /** When what was counted so far would be through at the pace that is allowed. */
  #throughAt = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** How long to rest after so many more messages, ms; 0 for the first ones of a second. */
  restMs(messages: number): number {
    const now = this.#now()
    this.#throughAt = Math.max(now, this.#throughAt) + (1000 * messages) / MESSAGES_A_SECOND
    return Math.max(0, this.#throughAt - now - 1000)
  }
}
