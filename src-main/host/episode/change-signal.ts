/** Wakes whoever waits for a change. Carries nothing: the one who wakes looks at the state. */
export class ChangeSignal {
  #waiters = new Set<() => void>()
  #fired = 0

  /** How often until now: whoever was busy sees whether it missed one. */
  get fired(): number {
    return this.#fired
  }

  fire(): void {
    this.#fired++
    const waiters = this.#waiters
    this.#waiters = new Set()
    for (const wake of waiters) wake()
  }

  /**
   * Resolves at the next `fire`, when `signal` aborts, or after `limitMs`; to true if it was a `fire`. Leaves nothing
   * behind.
   */
  wait(signal: AbortSignal, limitMs?: number): Promise<boolean> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(false)
      const settle = (isFired: boolean) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        this.#waiters.delete(wake)
        resolve(isFired)
      }
      const wake = () => settle(true)
      const stop = () => settle(false)
      const timer = limitMs === undefined ? undefined : setTimeout(stop, limitMs)
      this.#waiters.add(wake)
      signal.addEventListener('abort', stop, { once: true })
    })
  }
}
