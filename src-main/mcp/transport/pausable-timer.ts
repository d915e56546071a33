/** Counts the time that is given for something. */
export interface Clock {
  /** Calls `ring` when so many ms have passed; what it gives takes that back. */
  start(ms: number, ring: () => void): () => void
}

export const steadyClock: Clock = {
  start(ms, ring) {
    const timer = setTimeout(ring, ms)
    return () => clearTimeout(timer)
  },
}

/** One that stands still while a server waits for a person: who thinks for half a minute is no fault of the server. */
export class HeldClock implements Clock {
  readonly #now: () => number
  readonly #started = new Set<{ hold(): void; go(): void }>()
  #holds = 0

  /** `now`: monotonic, ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** It goes on when what this gives is called, and nobody else holds it. */
  hold(): () => void {
    if (this.#holds++ === 0) for (const each of this.#started) each.hold()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      if (--this.#holds === 0) for (const each of this.#started) each.go()
    }
  }

  start(ms: number, ring: () => void): () => void {
    let left = ms
    let since = 0
    let timer: NodeJS.Timeout | undefined
    const one = {
      hold: () => {
        clearTimeout(timer)
        left -= this.#now() - since
      },
      go: () => {
        since = this.#now()
        timer = setTimeout(ring, Math.max(0, left))
      },
    }
    this.#started.add(one)
    if (this.#holds === 0) one.go()
    return () => {
      clearTimeout(timer)
      this.#started.delete(one)
    }
  }
}
