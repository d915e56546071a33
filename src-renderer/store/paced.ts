/** What comes in may have so much of the window's time: the rest is the reader's, the frame's and the collector's. */
const SHARE = 1 / 10
/** A change that takes no longer than half a frame leaves every frame in time: the next one need not wait for more than that one. */
const CHEAP_MS = 8
const FRAME_MS = 16
/** However long a change of the window took, the next one is not put off for longer. */
const LONGEST_PAUSE_MS = 1000

/** Changes of the window, each of which makes those before it superfluous. */
export interface Paced {
  /** Does `change` at once or, no sooner than `leastPauseMs` after the last one, when its time has come. */
  do(change: () => void, leastPauseMs?: number): void
  /** Does what waits now. */
  flush(): void
}

/**
 * The more a change costs, the later the next one may come: cheap ones, as the pieces of a reply, follow each other frame by frame; of a burst
 * of turns, each of which draws the whole page anew, a few a second are all that an eye can follow. Once `signal` aborts nothing is done.
 */
export function paced(signal: AbortSignal): Paced {
  let waiting: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let doneAtMs = -Infinity
  let pauseMs = 0

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const change = waiting
    waiting = null
    if (change === null || signal.aborted) return
    const beganMs = performance.now()
    change()
    // React draws in a microtask of its own, which the change has queued before this one.
    queueMicrotask(() => {
      doneAtMs = performance.now()
      const tookMs = doneAtMs - beganMs
      pauseMs = Math.min(tookMs <= CHEAP_MS ? FRAME_MS : LONGEST_PAUSE_MS, tookMs * (1 / SHARE - 1))
    })
  }
  return {
    do(change, leastPauseMs = 0) {
      waiting = change
      const leftMs = doneAtMs + Math.max(pauseMs, leastPauseMs) - performance.now()
      if (leftMs <= 0) flush()
      else timer ??= setTimeout(flush, leftMs)
    },
    flush,
  }
}
