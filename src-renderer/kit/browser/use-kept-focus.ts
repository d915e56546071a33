import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a group of buttons that replace each other: when the focused button is removed, the button in its
 * place gets the focus. Returns props for the element of the group.
 */
export function useKeptFocus() {
  const group = useRef<HTMLDivElement>(null)
  const held = useRef<{ readonly button: Element; readonly index: number } | null>(null)
  const buttons = () => [...(group.current?.querySelectorAll('button') ?? [])]
  useLayoutEffect(() => {
    const lost = held.current
    if (lost === null || lost.button.isConnected) return
    held.current = null
    if (document.activeElement === document.body) buttons()[Math.min(lost.index, buttons().length - 1)]?.focus()
  })
  return {
    ref: group,
    onFocus({ target }: FocusEvent) {
      held.current = { button: target, index: buttons().findIndex((button) => button === target) }
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (relatedTarget !== null) held.current = null
    },
  }
}
