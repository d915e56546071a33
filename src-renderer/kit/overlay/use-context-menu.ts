import { type MouseEvent, useCallback, useState } from 'react'

interface Place {
  readonly x: number
  readonly y: number
}

/** Links, fields and selected text have the menu of the browser or of the desktop shell. */
const hasOtherMenu = (target: Element): boolean =>
  getSelection()?.isCollapsed === false || target.closest('a, input, textarea, [contenteditable]') !== null

/** The state of a context menu: the clicked thing and the position; null while the menu is closed. */
export function useContextMenu<Thing>(thingAt: (target: Element) => Thing | null) {
  const [shown, show] = useState<{ readonly thing: Thing; readonly at: Place } | null>(null)
  const onContextMenu = (event: MouseEvent) => {
    const target = event.target as Element
    const thing = thingAt(target)
    if (thing === null || hasOtherMenu(target)) return
    event.preventDefault()
    show({ thing, at: { x: event.clientX, y: event.clientY } })
  }
  const close = useCallback(() => show(null), [])
  return { shown, onContextMenu, close }
}
