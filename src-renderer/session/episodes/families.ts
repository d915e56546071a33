import type { LibraryEntry } from '@shared/contract/library'

/** A row of the library, and below how many of its forebears it stands. */
export interface Kin {
  readonly entry: LibraryEntry
  readonly depth: number
}

const parentOf = ({ summary }: LibraryEntry): string | null => summary?.forkedFrom?.episodeId ?? null

/**
 * The rows in families: each fork below the episode that it is from, with its own forks below it. A family stands where
 * the first of its members did, and of the forks of one episode the first of each branch leads. A fork whose parent is
 * not among the rows begins a family; so does one of those that say they are forks of each other, as only a log from
 * elsewhere can.
 */
export function inFamilies(entries: readonly LibraryEntry[]): readonly Kin[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const forksOf = new Map<string, LibraryEntry[]>()
  for (const entry of entries) {
    const parent = parentOf(entry)
    const known = forksOf.get(parent ?? '')
    if (known) known.push(entry)
    else if (parent !== null) forksOf.set(parent, [entry])
  }
  const placed = new Set<string>()
  const rows: Kin[] = []
  for (const entry of entries) {
    if (placed.has(entry.id)) continue
    const waiting: Kin[] = [{ entry: headOf(entry, byId), depth: 0 }]
    for (let kin = waiting.pop(); kin; kin = waiting.pop()) {
      if (placed.has(kin.entry.id)) continue
      placed.add(kin.entry.id)
      rows.push(kin)
      const { depth } = kin
      const forks = forksOf.get(kin.entry.id) ?? []
      waiting.push(...forks.map((fork) => ({ entry: fork, depth: depth + 1 })).toReversed())
    }
  }
  return rows
}

/** The first forebear that is there; of a circle the one that it closes at. */
function headOf(entry: LibraryEntry, byId: ReadonlyMap<string, LibraryEntry>): LibraryEntry {
  const passed = new Set<string>()
  let head = entry
  for (;;) {
    passed.add(head.id)
    const parent = byId.get(parentOf(head) ?? '')
    if (parent === undefined || passed.has(parent.id)) return head
    head = parent
  }
}
