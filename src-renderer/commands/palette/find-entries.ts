import type { Entry, EntryGroup } from './entries'
import { bestFirst, type Ranked } from './rank'

export interface Section {
  readonly group: EntryGroup
  readonly entries: readonly Entry[]
}

/** So many of each are shown: who wants another one says more of it. */
const MOST: Readonly<Record<EntryGroup, number>> = {
  turn: 1,
  recent: 5,
  command: 14,
  setting: 8,
  room: 8,
  episode: 8,
}
/** Of all commands, where nothing is asked for. */
const MOST_UNASKED = 40

/**
 * What fits the query, in sections with the best first, and the section of the best first; a turn that was named leads.
 * Without a query the commands, the recent ones first.
 */
export function findEntries(
  query: string,
  entries: readonly Entry[],
  turns: readonly Entry[],
  recent: readonly string[],
): readonly Section[] {
  if (query.trim() === '') return unasked(entries, recent)
  const found = bestFirst(query, entries, (entry) => entry)
  const rankOf = ({ item }: Ranked<Entry>) => recent.indexOf(item.id) + 1 || Infinity
  const groups = new Map<EntryGroup, Ranked<Entry>[]>()
  for (const one of found) groups.set(one.item.group, [...(groups.get(one.item.group) ?? []), one])
  const sections = [...groups].map(([group, ranked]): Section => ({
    group,
    // Among those that fit alike, what was used last.
    entries: ranked
      .toSorted((a, b) => a.rank - b.rank || (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)))
      .slice(0, MOST[group])
      .map(({ item }) => item),
  }))
  return turns.length > 0 ? [{ group: 'turn', entries: turns }, ...sections] : sections
}

function unasked(entries: readonly Entry[], recent: readonly string[]): readonly Section[] {
  const commands = entries.filter(({ group }) => group === 'command')
  const last = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []).slice(0, MOST.recent)
  const others = commands.filter((command) => !last.includes(command)).slice(0, MOST_UNASKED)
  const sections: readonly Section[] = [
    { group: 'recent', entries: last },
    { group: 'command', entries: others },
  ]
  return sections.filter(({ entries: shown }) => shown.length > 0)
}
