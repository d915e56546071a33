import { type RefObject, useEffect, useEffectEvent } from 'react'
import { nextFrame } from '../../../kit/browser/next-frame'

/**
 * Calls `drag` with the latest position of a captured pointer, at most once per frame. `pointerrawupdate` arrives
 * before the frame starts, so that the whole frame is left for rendering; browsers without this event use
 * `pointermove`.
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

interface WheelMoves {
  /** Zooms at `x`, in pixels from the element's start. A factor below 1 zooms in. */
  readonly zoom: (x: number, factor: number) => void
  /** Pans by a share of the element's width. */
  readonly pan: (share: number) => void
}

/**
 * Wheel distance in pixels that doubles or halves the visible part. A trackpad pinch arrives as wheel events with
 * Control, in smaller steps.
 */
const WHEEL_DOUBLE_PX = 500
const PINCH_DOUBLE_PX = 100

/**
 * Wheel and pinch zoom; a sideways wheel, or the wheel with Shift, pans. React's wheel listener is passive and cannot
 * prevent page zoom.
 */
export function useWheel(element: RefObject<HTMLElement | null>, moves: WheelMoves): void {
  const turn = useEffectEvent((event: WheelEvent, target: HTMLElement) => {
    event.preventDefault()
    const { deltaX, deltaY, shiftKey, ctrlKey } = event
    const sideways = shiftKey && deltaX === 0 ? deltaY : deltaX
    if (Math.abs(sideways) > Math.abs(deltaY) || shiftKey) moves.pan(sideways / target.clientWidth)
    else
      moves.zoom(
        event.clientX - target.getBoundingClientRect().left,
        2 ** (deltaY / (ctrlKey ? PINCH_DOUBLE_PX : WHEEL_DOUBLE_PX)),
      )
  })
  useEffect(() => {
    const target = element.current
    if (!target) return undefined
    const closing = new AbortController()
    target.addEventListener('wheel', (event) => turn(event, target), { passive: false, signal: closing.signal })
    return () => closing.abort()
  }, [element])
}
