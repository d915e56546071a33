import { useStore } from '@xyflow/react'
import { useLayoutEffect, useRef } from 'react'
import { detailAt } from './viewport'

/**
 * Sets the zoom as a CSS variable, so that text stays readable; a separate component, so that zooming rerenders nothing
 * else.
 */
export function ZoomVariable() {
  const zoom = useStore(({ transform }) => transform[2])
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const drawing = mark.current?.parentElement
    if (!drawing) return
    drawing.style.setProperty('--zoom', String(zoom))
    drawing.dataset.detail = detailAt(zoom)
  }, [zoom])
  return <span ref={mark} hidden />
}
