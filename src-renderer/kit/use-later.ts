import { startTransition, useEffect, useState } from 'react'
import { nextFrame } from './next-frame'

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
