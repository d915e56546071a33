import type { LibraryEntry } from '@shared/contract/library'

export interface ForkNode {
  readonly entry: LibraryEntry
  readonly depth: number
}

const parentOf = ({ summary }: LibraryEntry): string | null => summary?.forkedFrom?.episodeId ?? null

/**
 * Orders the rows as trees: each fork below its parent. A tree takes the place of its first member in the list, and
 * forks of one parent keep their order. A fork whose parent is not among the rows is a root, and so is one member of a
 * cycle, which only an imported log can contain.
 */
export function forkTree(entries: readonly LibraryEntry[]): readonly ForkNode[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const forksOf = new Map<string, LibraryEntry[]>()
  for (const entry of entries) {
    const parent = parentOf(entry)
    const known = forksOf.get(parent ?? '')
    if (known) known.push(entry)
    else if (parent !== null) forksOf.set(parent, [entry])
  }
  const placed = new Set<string>()
  const rows: ForkNode[] = []
  for (const entry of entries) {
    if (placed.has(entry.id)) continue
    const waiting: ForkNode[] = [{ entry: rootOf(entry, byId), depth: 0 }]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (placed.has(node.entry.id)) continue
      placed.add(node.entry.id)
      rows.push(node)
      const { depth } = node
      const forks = forksOf.get(node.entry.id) ?? []
      waiting.push(...forks.map((fork) => ({ entry: fork, depth: depth + 1 })).toReversed())
    }
  }
  return rows
}

/** The topmost ancestor among the rows; in a cycle, the member where the cycle closes. */
function rootOf(entry: LibraryEntry, byId: ReadonlyMap<string, LibraryEntry>): LibraryEntry {
  const passed = new Set<string>()
  let root = entry
  for (;;) {
    passed.add(root.id)
    const parent = byId.get(parentOf(root) ?? '')
    if (parent === undefined || passed.has(parent.id)) return root
    root = parent
  }
}
