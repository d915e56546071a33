import { startTransition, useEffect, useState } from 'react'
/** In a hidden window no frames are drawn: then four batches a second keep the state current. */
const HIDDEN_FRAME_MS = 250

/**
 * Resolves after the next frame was drawn, and not in the middle of drawing it: what follows has the time until the one
 * after.
 */
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

/** By a message and not by a timer, which browsers hold back once timers follow each other. */
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
 * `value` as it was a frame ago. For what may follow the story: many turns at once, drawn everywhere in one frame,
 * would be more than it holds, and React draws its own deferred values as soon as it is idle, which is before that
 * frame as often as after it.
 */
export function useLater<Value>(value: Value): Value {
  const [later, setLater] = useState(value)
  useEffect(() => void nextFrame().then(() => startTransition(() => setLater(() => value))), [value])
  return later
}
