import { type RefObject, useEffect, useRef } from 'react'

interface RowFocus {
  /** For the element that contains the list and the control that adds a row. */
  readonly rows: RefObject<HTMLDivElement | null>
  /** Moves the focus to this row once the number of rows has changed: else to the last row, else after the list. */
  readonly goTo: (place: number) => void
}

/** Keeps the focus in a list: in a row that is added, and beside one that is removed. */
export function useRowFocus(count: number): RowFocus {
  const rows = useRef<HTMLDivElement>(null)
  const place = useRef<number | null>(null)
  useEffect(() => {
    if (place.current === null) return
    const items = [...(rows.current?.querySelectorAll('li') ?? [])]
    const next =
      items[Math.min(place.current, items.length - 1)]?.querySelector<HTMLElement>('input, select, textarea') ??
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
