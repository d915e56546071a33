/** Measures a time limit. */
export interface Clock {
  /** Calls `onTimeout` after this many ms; returns how to cancel it. */
  start(ms: number, onTimeout: () => void): () => void
}

export const steadyClock: Clock = {
  start(ms, onTimeout) {
    const timer = setTimeout(onTimeout, ms)
    return () => clearTimeout(timer)
  },
}

/** A clock that pauses while a server waits for the user, whose time must not count against the server. */
export class PausableTimer implements Clock {
  readonly #now: () => number
  readonly #started = new Set<{ pause(): void; resume(): void }>()
  #pauses = 0
  #running = new AbortController()

  /** `now`: monotonic, ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Pauses; the returned function resumes, once every pause has ended. */
  pause(): () => void {
    if (this.#pauses++ === 0) for (const each of this.#started) each.pause()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      if (--this.#pauses === 0) for (const each of this.#started) each.resume()
    }
  }

  /** Aborts when no limit is measured any more; null if none is. */
  get running(): AbortSignal | null {
    return this.#started.size === 0 ? null : this.#running.signal
  }

  start(ms: number, onTimeout: () => void): () => void {
    let left = ms
    let since = 0
    let timer: NodeJS.Timeout | undefined
    const running = {
      pause: () => {
        clearTimeout(timer)
        left -= this.#now() - since
      },
      resume: () => {
        since = this.#now()
        timer = setTimeout(onTimeout, Math.max(0, left))
      },
    }
    this.#started.add(running)
    if (this.#pauses === 0) running.resume()
    return () => {
      clearTimeout(timer)
      if (!this.#started.delete(running) || this.#started.size > 0) return
      this.#running.abort()
      this.#running = new AbortController()
    }
  }
}
