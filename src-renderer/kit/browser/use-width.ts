import { type RefCallback, useCallback, useState } from 'react'

/** The width of an element in pixels, kept current. 0 until it is known. */
export function useWidth<Target extends HTMLElement>(): readonly [RefCallback<Target>, number] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: Target) => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
