/** Wakes whoever waits for a change. Carries nothing: the one who wakes looks at the state. */
export class Pulse {
  #waiters = new Set<() => void>()

  fire(): void {
    const waiters = this.#waiters
    this.#waiters = new Set()
    for (const wake of waiters) wake()
  }

  /** Resolves at the next `fire`, or when `signal` aborts. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const wake = () => {
        signal.removeEventListener('abort', wake)
        this.#waiters.delete(wake)
        resolve()
      }
      this.#waiters.add(wake)
      signal.addEventListener('abort', wake, { once: true })
    })
  }
}
