import type { Entry, EntryGroup } from './entries'
import { bestFirst, type Ranked } from './rank'

export interface Section {
  readonly group: EntryGroup
  readonly entries: readonly Entry[]
}

/** Most entries of a group; a longer query narrows them. */
const MOST: Readonly<Record<EntryGroup, number>> = {
  turn: 1,
  recent: 5,
  command: 14,
  setting: 8,
  room: 8,
  episode: 8,
}
/** Most commands without a query. */
const MOST_UNASKED = 40

/**
 * Entries that match the query, in groups. Groups and entries are sorted by their match; a turn that the query names is
 * first. Without a query: the commands, recent ones first.
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
    // Equal matches are sorted by last use.
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
