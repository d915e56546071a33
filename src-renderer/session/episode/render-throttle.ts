import { nextFrame } from '../../kit/browser/next-frame'

/** Maximum share of main-thread time for expensive renders. */
const SHARE = 1 / 10
/** Maximum time of a cheap render: half a frame. Cheap renders do not count. */
const CHEAP_MS = 8
/**
 * Rendering time that may exceed the share, so that the end of a turn and the start of the next are rendered at once.
 */
const CREDIT_MS = 80
const LONGEST_PAUSE_MS = 1000

/** Limits how often the window renders; a newer render replaces one that waits. */
export interface RenderThrottle {
  /** Runs `render` now or later, at least `leastPauseMs` after the last one. */
  schedule(render: () => void, leastPauseMs?: number): void
  flush(): void
}

/**
 * Cheap renders, such as pieces of a reply, run at once. An expensive one delays the next in proportion to its cost,
 * and the next one then starts with a frame. A burst of turns therefore redraws the page a few times a second. Nothing
 * runs after `signal` aborts.
 */
export function createRenderThrottle(signal: AbortSignal, frame = nextFrame): RenderThrottle {
  let waiting: (() => void) | null = null
  let isDelayed = false
  let lastEndMs = -Infinity
  /** Time of expensive renders beyond their share, as of the last render. */
  let debtMs = 0

  const flush = () => {
    isDelayed = false
    const render = waiting
    waiting = null
    if (render === null || signal.aborted) return
    const startMs = performance.now()
    render()
    // React renders in a microtask that `render` queued before this one.
    queueMicrotask(() => {
      debtMs = Math.max(0, debtMs - (startMs - lastEndMs) * SHARE)
      lastEndMs = performance.now()
      const tookMs = lastEndMs - startMs
      if (tookMs > CHEAP_MS) debtMs = Math.min(debtMs + tookMs, CREDIT_MS + LONGEST_PAUSE_MS * SHARE)
    })
  }
  const delay = async (pauseMs: number) => {
    isDelayed = true
    if (pauseMs > 0) await new Promise((resolve) => void setTimeout(resolve, pauseMs))
    await frame()
    if (isDelayed) flush()
  }
  return {
    schedule(render, leastPauseMs = 0) {
      waiting = render
      if (isDelayed) return
      const sinceMs = performance.now() - lastEndMs
      if (sinceMs >= leastPauseMs && sinceMs * SHARE >= debtMs) flush()
      else void delay(Math.max((debtMs - CREDIT_MS) / SHARE, leastPauseMs) - sinceMs)
    },
    flush,
  }
}
