import { setImmediate } from 'node:timers/promises'

/** A person notices a window that waits for 50 ms, and a slice may end late by a garbage collection. */
const SLICE_MS = 5

let began = performance.now()
let waiting: Promise<void> | null = null

/**
 * Whether long work should await `nextSlice`, so that timers, windows and other episodes have their turn. All long work
 * of a thread shares its slices: pieces of work at once would otherwise add theirs.
 */
export const isSliceOver = (): boolean => performance.now() - began > SLICE_MS

/** Resolves after the event loop had a turn, and other work that waited here had its slice. */
export async function nextSlice(): Promise<void> {
  do
    await (waiting ??= setImmediate().then(() => {
      waiting = null
      began = performance.now()
    }))
  while (isSliceOver())
}
