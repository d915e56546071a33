/** Measures a time limit. */
export interface Clock {
  /** Calls `onTimeout` after this many ms, unless the returned function is called before. */
  start(ms: number, onTimeout: () => void): () => void
}

export const steadyClock: Clock = {
  start(ms, onTimeout) {
    const timer = setTimeout(onTimeout, ms)
    return () => clearTimeout(timer)
  },
}

/** A clock that can pause while a server waits for the user, so that this time does not count against the server. */
export class PausableTimer implements Clock {
  readonly #now: () => number
  readonly #started = new Set<{ pause(): void; resume(): void }>()
  #pauses = 0
  #running = new AbortController()

  /** `now` returns a monotonic time in ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Pauses the limits until the returned function is called. Of several pauses, the last one to end continues them. */
  pause(): () => void {
    if (this.#pauses++ === 0) for (const each of this.#started) each.pause()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      if (--this.#pauses === 0) for (const each of this.#started) each.resume()
    }
  }

  /** A signal that aborts when the last limit in progress ends; null if there is none. */
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
