import { create } from 'zustand'

interface Selection {
  readonly selected: ReadonlySet<string>
  /** Start of a range: the last row that was selected or opened. */
  readonly anchor: string | null
}

const NOTHING: Selection = { selected: new Set(), anchor: null }

export const useSelection = create<Selection>()(() => NOTHING)

export const toggleSelected = (id: string) =>
  useSelection.setState(({ selected }) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    return { selected: next, anchor: id }
  })

/**
 * Selects exactly the range from the anchor to `id` in the order of `listed`. If there is no anchor, `from` is used.
 */
export const selectUpTo = (id: string, listed: readonly string[], from = id) =>
  useSelection.setState(({ anchor }) => {
    const begin = anchor !== null && listed.includes(anchor) ? anchor : from
    const [first = 0, last = 0] = [listed.indexOf(begin), listed.indexOf(id)].toSorted((a, b) => a - b)
    return { selected: new Set(listed.slice(Math.max(0, first), last + 1)), anchor: begin }
  })

export const selectAll = (listed: readonly string[]) => useSelection.setState({ selected: new Set(listed) })
export const deselectAll = () => useSelection.setState({ selected: NOTHING.selected })

/** Deselects rows that are no longer listed, so that no action affects a hidden episode. */
export const deselectUnlisted = (listed: readonly string[]) =>
  useSelection.setState((selection) => {
    if (selection.selected.size === 0) return selection
    const kept = new Set(listed.filter((id) => selection.selected.has(id)))
    return kept.size === selection.selected.size ? selection : { selected: kept }
  })
