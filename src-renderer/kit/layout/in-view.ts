import type { Virtualizer } from '@tanstack/react-virtual'

/** The drawn rows of a virtual list, with their positions. */
export const inView = <Row>(list: Virtualizer<HTMLDivElement, Element>, rows: readonly Row[]) =>
  list.getVirtualItems().flatMap((item) => {
    const row = rows[item.index]
    return row === undefined ? [] : [{ ...item, row }]
  })
