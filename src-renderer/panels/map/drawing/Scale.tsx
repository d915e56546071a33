import { useStore } from '@xyflow/react'
import { useLayoutEffect, useRef } from 'react'
import { detailAt } from './follow-view'

/**
 * Tells the styles of the drawing it stands in how far it is zoomed, so that words keep a size that can be read; by
 * itself, for zooming draws nothing else anew.
 */
export function Scale() {
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
