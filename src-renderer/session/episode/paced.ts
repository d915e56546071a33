import { nextFrame } from '../../kit/browser/next-frame'

/**
 * Of a burst, what is dear may have so much of the window's time: the rest is the reader's, the frame's and the
 * collector's.
 */
const SHARE = 1 / 10
/** A change that takes no longer than half a frame leaves every frame in time, and is none of it. */
const CHEAP_MS = 8
/**
 * What dear changes may take ahead of their share: the end of a turn and the beginning of the next are news and no
 * burst.
 */
const CREDIT_MS = 80
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
 * Cheap changes, as the pieces of a reply, follow each other as they come; the more dear ones cost, the later the next
 * one may come: of a burst of turns, each of which draws the whole page anew, a few a second are all that an eye can
 * follow. What follows a dear one is done where a frame begins and has all of its time. Once `signal` aborts nothing is
 * done.
 */
export function paced(signal: AbortSignal, frame = nextFrame): Paced {
  let waiting: (() => void) | null = null
  let isPutOff = false
  let doneAtMs = -Infinity
  /** What dear changes took that their share of the time has not paid yet, when the last change was done. */
  let owedMs = 0

  const flush = () => {
    isPutOff = false
    const change = waiting
    waiting = null
    if (change === null || signal.aborted) return
    const beganMs = performance.now()
    change()
    // React draws in a microtask of its own, which the change has queued before this one.
    queueMicrotask(() => {
      owedMs = Math.max(0, owedMs - (beganMs - doneAtMs) * SHARE)
      doneAtMs = performance.now()
      const tookMs = doneAtMs - beganMs
      if (tookMs > CHEAP_MS) owedMs = Math.min(owedMs + tookMs, CREDIT_MS + LONGEST_PAUSE_MS * SHARE)
    })
  }
  const putOff = async (pauseMs: number) => {
    isPutOff = true
    if (pauseMs > 0) await new Promise((resolve) => void setTimeout(resolve, pauseMs))
    await frame()
    if (isPutOff) flush()
  }
  return {
    do(change, leastPauseMs = 0) {
      waiting = change
      if (isPutOff) return
      const sinceMs = performance.now() - doneAtMs
      if (sinceMs >= leastPauseMs && sinceMs * SHARE >= owedMs) flush()
      else void putOff(Math.max((owedMs - CREDIT_MS) / SHARE, leastPauseMs) - sinceMs)
    },
    flush,
  }
}
