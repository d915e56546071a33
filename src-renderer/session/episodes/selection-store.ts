import { create } from 'zustand'

/** Which episodes of the list are chosen, for what is done to several at once. Of this window, and gone with it. */
interface Selection {
  readonly chosen: ReadonlySet<string>
  /** Where a range begins: the row that was chosen or opened last. */
  readonly anchor: string | null
}

const NOTHING: Selection = { chosen: new Set(), anchor: null }

export const useSelection = create<Selection>()(() => NOTHING)

/** The one more, or no longer. */
export const toggleChosen = (id: string) =>
  useSelection.setState(({ chosen }) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    return { chosen: next, anchor: id }
  })

/** All from the anchor to `id`, in the order of `listed`, and no others. `from`: where there is none yet. */
export const chooseUpTo = (id: string, listed: readonly string[], from = id) =>
  useSelection.setState(({ anchor }) => {
    const begin = anchor !== null && listed.includes(anchor) ? anchor : from
    const [first = 0, last = 0] = [listed.indexOf(begin), listed.indexOf(id)].toSorted((a, b) => a - b)
    return { chosen: new Set(listed.slice(Math.max(0, first), last + 1)), anchor: begin }
  })

export const chooseAll = (listed: readonly string[]) => useSelection.setState({ chosen: new Set(listed) })
export const chooseNone = () => useSelection.setState({ chosen: NOTHING.chosen })

/** What is no longer listed is not chosen: nothing happens to an episode that nobody sees. */
export const keepListed = (listed: readonly string[]) =>
  useSelection.setState((selection) => {
    if (selection.chosen.size === 0) return selection
    const kept = new Set(listed.filter((id) => selection.chosen.has(id)))
    return kept.size === selection.chosen.size ? selection : { chosen: kept }
  })
