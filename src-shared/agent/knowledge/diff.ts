import { type KnowledgeEntry, statusOf } from './knowledge'

/** How an entry differs between two versions of the store; `before` is null for a new one. */
export interface EntryChange {
  readonly before: KnowledgeEntry | null
  readonly after: KnowledgeEntry
  readonly kind: 'added' | 'retired' | 'restored' | 'edited' | 'confirmed' | 'contradicted'
}

type Entries = ReadonlyMap<string, KnowledgeEntry>

/** The changes from one version to a later one, in the order of the entries. Entries are never removed. */
export const diffKnowledge = (before: Entries, after: Entries): readonly EntryChange[] =>
  [...after.values()].flatMap((entry) => {
    const old = before.get(entry.id) ?? null
    const kind = changeOf(old, entry)
    return kind === null ? [] : [{ before: old, after: entry, kind }]
  })

/** The first of the changes that applies, the most important first; null if nothing changed. */
function changeOf(old: KnowledgeEntry | null, entry: KnowledgeEntry): EntryChange['kind'] | null {
  if (old === null) return 'added'
  if (old.isRetired !== entry.isRetired) return statusOf(entry) === 'retired' ? 'retired' : 'restored'
  if (old.text !== entry.text) return 'edited'
  if (old.evidence.length !== entry.evidence.length) return 'confirmed'
  return old.against.length === entry.against.length ? null : 'contradicted'
}
