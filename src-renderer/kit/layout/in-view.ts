import type { Virtualizer } from '@tanstack/react-virtual'

/** The rows of a virtual list that are drawn, with their places. */
export const inView = <Row>(list: Virtualizer<HTMLDivElement, Element>, rows: readonly Row[]) =>
  list.getVirtualItems().flatMap((item) => {
    const row = rows[item.index]
    return row === undefined ? [] : [{ ...item, row }]
  })
