import { type RefObject, useEffect, useEffectEvent } from 'react'
import { nextFrame } from '../../../kit/browser/next-frame'

/**
 * Calls `drag` with the latest position of a captured pointer, at most once per frame. `pointerrawupdate` arrives
 * before the frame starts, which leaves the whole frame for rendering; browsers without it use `pointermove`.
 */
export function useDrag(element: RefObject<HTMLElement | null>, drag: (event: PointerEvent) => void): void {
  const follow = useEffectEvent(drag)
  useEffect(() => {
    const captor = element.current
    if (!captor) return undefined
    const closing = new AbortController()
    let latest: PointerEvent | null = null
    let isDrawing = false
    const draw = async () => {
      isDrawing = true
      try {
        while (latest && captor.hasPointerCapture(latest.pointerId)) {
          const event: PointerEvent = latest
          latest = null
          follow(event)
          await nextFrame()
        }
      } finally {
        isDrawing = false
      }
    }
    const moved = (event: Event) => {
      if (!(event instanceof PointerEvent) || !captor.hasPointerCapture(event.pointerId)) return
      latest = event
      if (!isDrawing) void draw()
    }
    for (const type of ['pointerrawupdate', 'pointermove'])
      captor.addEventListener(type, moved, { signal: closing.signal })
    return () => closing.abort()
  }, [element])
}
