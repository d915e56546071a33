import { nextTask } from './next-frame'

/** Long enough to get on, short enough that a key and a frame do not wait for it. */
const SLICE_MS = 8

/**
 * Does work that comes in steps a few milliseconds at a time, with the window free between them, and resolves to what
 * it comes to. `onProgress` hears what the last step of each slice yielded. Rejects if `signal` aborts.
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
