import { type RefObject, useEffect, useEffectEvent } from 'react'

interface WheelMoves {
  /** Zooms at `x` pixels from the element's start; a factor below 1 zooms in. */
  readonly zoom: (x: number, factor: number) => void
  /** Pans by a share of the element's width. */
  readonly pan: (share: number) => void
}

/**
 * Wheel pixels that double or halve the visible part. A trackpad pinch is a wheel event with Control, in smaller steps.
 */
const WHEEL_DOUBLE_PX = 500
const PINCH_DOUBLE_PX = 100

/**
 * Wheel and pinch zoom; sideways or with Shift the wheel pans. React's wheel listener is passive and cannot stop page
 * zoom.
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
