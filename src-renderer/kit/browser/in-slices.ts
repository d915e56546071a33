import { nextTask } from './next-frame'

/** Longest work between two chances to handle input and draw. */
const SLICE_MS = 8

/**
 * Runs a generator in slices of a few milliseconds, so that the window stays responsive, and resolves to its result.
 * `onProgress` receives the last value of each slice. Rejects if `signal` aborts.
 */
export async function inSlices<Progress, Result>(
  work: Generator<Progress, Result>,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<Result> {
  for (;;) {
    const endMs = performance.now() + SLICE_MS
    let step = work.next()
    while (!step.done && performance.now() < endMs) step = work.next()
    if (step.done) return step.value
    onProgress(step.value)
    await nextTask()
    signal.throwIfAborted()
  }
}
