import { type RefCallback, useCallback, useState } from 'react'
import { useTextScale } from './window-size'

/** The current width of an element, in pixels at a text size of 100 %; 0 until it is known. */
export function useWidth<Target extends HTMLElement>(): readonly [RefCallback<Target>, number] {
  const textScale = useTextScale()
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: Target) => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, Math.floor(width / textScale)]
}
