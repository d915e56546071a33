import { type RefObject, useEffect, useEffectEvent } from 'react'

interface WheelMoves {
  /** At `x` pixels from the start of the element; below 1 is nearer. */
  readonly zoom: (x: number, factor: number) => void
  /** By a share of the width of the element. */
  readonly pan: (share: number) => void
}

/**
 * So many pixels of a wheel double or halve what is in sight. A pinch on a trackpad is told as a wheel with Control, in
 * smaller steps.
 */
const WHEEL_DOUBLE_PX = 500
const PINCH_DOUBLE_PX = 100

/**
 * The wheel and the pinch zoom, the wheel sideways or with Shift pans. Not by React's own event, which may not keep the
 * page from zooming too.
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
