import { setImmediate } from 'node:timers/promises'

/** People notice a window that is blocked for 50 ms, and a garbage collection may prolong a slice. */
const SLICE_MS = 5

let began = performance.now()
let waiting: Promise<void> | null = null

/**
 * Whether long work should await `nextSlice`, so that timers, windows and other episodes can run. All long work of a
 * thread shares one slice, because slices of concurrent work would add up.
 */
export const isSliceOver = (): boolean => performance.now() - began > SLICE_MS

/** Resolves after the event loop and the other work that waits here have run. */
export async function nextSlice(): Promise<void> {
  do
    await (waiting ??= setImmediate().then(() => {
      waiting = null
      began = performance.now()
    }))
  while (isSliceOver())
}
