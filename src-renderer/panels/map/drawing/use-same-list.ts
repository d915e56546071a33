import { useState } from 'react'

/** The same list as long as it holds the same: what is drawn from it need not be drawn anew. */
export function useSameList<Item>(list: readonly Item[], isEqual: (a: Item, b: Item) => boolean): readonly Item[] {
  const [kept, keep] = useState(list)
  if (kept.length === list.length && kept.every((item, index) => isEqual(item, list[index] as Item))) return kept
  keep(list)
  return list
}
