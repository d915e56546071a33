/** Wakes waiters on a change. It carries no data, because waiters read the state. */
export class ChangeSignal {
  #waiters = new Set<() => void>()
  #fired = 0

  /** Number of `fire` calls so far, by which a busy waiter notices those that it missed. */
  get fired(): number {
    return this.#fired
  }

  fire(): void {
    this.#fired++
    const waiters = this.#waiters
    this.#waiters = new Set()
    for (const wake of waiters) wake()
  }

  /** Resolves at the next `fire` (true), when `signal` aborts, or after `limitMs` (both false). */
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
