import { useState } from 'react'

/** Returns the previous list while its items are equal, so that consumers do not rerender. */
export function useSameList<Item>(list: readonly Item[], isEqual: (a: Item, b: Item) => boolean): readonly Item[] {
  const [stable, setStable] = useState(list)
  if (stable.length === list.length && stable.every((item, index) => isEqual(item, list[index] as Item))) return stable
  setStable(list)
  return list
}
