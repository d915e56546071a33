/** Measures a time limit. */
export interface Clock {
  /** Calls `onTimeout` after this many ms; returns how to cancel it. */
  start(ms: number, ring: () => void): () => void
}

export const steadyClock: Clock = {
  start(ms, ring) {
    const timer = setTimeout(ring, ms)
    return () => clearTimeout(timer)
  },
}

/** A clock that pauses while a server waits for the user, whose time must not count against the server. */
export class HeldClock implements Clock {
  readonly #now: () => number
  readonly #started = new Set<{ hold(): void; go(): void }>()
  #holds = 0

  /** `now`: monotonic, ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Pauses; the returned function resumes, once every pause has ended. */
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
