import { useEffect, useRef } from 'react'
import type { Layout } from './use-layout'

/** Shift+T tidies and Ctrl or Command+Z takes it back, wherever the focus is, except where keys write text. */
export function useMapKeys(layout: Layout): void {
  const current = useRef(layout)
  useEffect(() => {
    current.current = layout
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || writesText(event.target) || document.querySelector('dialog[open]')) return
      const isCommand = event.ctrlKey || event.metaKey
      if (event.key === 'T' && event.shiftKey && !isCommand && !event.altKey) current.current.tidy()
      else if (event.key === 'z' && isCommand && !event.shiftKey && current.current.canUndo) current.current.undo()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

const writesText = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null
