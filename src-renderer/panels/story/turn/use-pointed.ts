import { useState } from 'react'

/** Whether the pointer is over an element, and the props for that element. */
export function usePointed() {
  const [isPointed, setIsPointed] = useState(false)
  return [isPointed, { onPointerEnter: () => setIsPointed(true), onPointerLeave: () => setIsPointed(false) }] as const
}
