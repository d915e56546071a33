import { useState } from 'react'

/** Whether the pointer is over an element, and what that element must be given to tell. */
export function usePointed() {
  const [isPointed, setIsPointed] = useState(false)
  return [isPointed, { onPointerEnter: () => setIsPointed(true), onPointerLeave: () => setIsPointed(false) }] as const
}
