import { type RefObject, useEffect, useRef } from 'react'

interface RowFocus {
  /** To be put on the element that holds the list and what follows it. */
  readonly rows: RefObject<HTMLFieldSetElement | null>
  /**
   * The focus goes to the row at this place once their number has changed: to the last one if it is gone, and behind
   * the list if all are.
   */
  readonly goTo: (place: number) => void
}

/** A row that comes is to be filled in, and one that goes must not take the focus along. */
export function useRowFocus(count: number): RowFocus {
  const rows = useRef<HTMLFieldSetElement>(null)
  const place = useRef<number | null>(null)
  useEffect(() => {
    if (place.current === null) return
    const items = [...(rows.current?.querySelectorAll('li') ?? [])]
    const next =
      items[Math.min(place.current, items.length - 1)]?.querySelector('input') ??
      rows.current?.querySelector<HTMLElement>('ol ~ * input, ol ~ button')
    next?.focus()
    place.current = null
  }, [count])
  return {
    rows,
    goTo: (next) => {
      place.current = next
    },
  }
}
