import { startTransition, useEffect, useState } from 'react'

/** A hidden window draws no frames. Four updates a second keep the state current. */
const HIDDEN_FRAME_MS = 250

/** Resolves after the next frame is drawn, so that the code that follows has the time until the frame after it. */
export async function nextFrame(): Promise<void> {
  await new Promise<void>((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      resolve()
    }
    const timer = setTimeout(settle, HIDDEN_FRAME_MS)
    const frame = requestAnimationFrame(settle)
  })
  await nextTask()
}

/** Uses a message instead of a timer, because browsers delay nested timers. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/**
 * Returns `value` one frame late, for panels that may lag behind the story, because drawing many turns in all panels
 * takes more than a frame. React's deferred values do not help: React may draw them before that frame.
 */
export function useDelayedFrame<Value>(value: Value): Value {
  const [later, setLater] = useState(value)
  useEffect(() => void nextFrame().then(() => startTransition(() => setLater(() => value))), [value])
  return later
}

/** Maximum working time before the window handles input and draws again. */
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
