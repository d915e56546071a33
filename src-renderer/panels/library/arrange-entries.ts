import type { LibraryEntry } from '@shared/contract/library'
import type { LibraryShow, LibrarySort } from '../../session/view/view-store'
import { annotatedTurns, titleOf } from '../../session/library/entry-title'

type Compare = (a: LibraryEntry, b: LibraryEntry) => number
const startOf = ({ summary, id }: LibraryEntry) => summary?.startedAt ?? id
const newest: Compare = (a, b) => startOf(b).localeCompare(startOf(a)) || b.id.localeCompare(a.id)
/** The largest first; what is not known comes last. */
const largest =
  (figure: (entry: LibraryEntry) => number | null | undefined): Compare =>
  (a, b) =>
    (figure(b) ?? -Infinity) - (figure(a) ?? -Infinity) || newest(a, b)

const comparers: Readonly<Record<LibrarySort, Compare>> = {
  newest: (a, b) => Number(b.running) - Number(a.running) || newest(a, b),
  oldest: (a, b) => newest(b, a),
  name: (a, b) => titleOf(a).localeCompare(titleOf(b)) || newest(a, b),
  score: largest(({ summary }) => summary?.score),
  turns: largest(({ summary }) => summary?.turns),
  cost: largest(({ summary }) => summary?.costUsd),
}

const filters: Readonly<Record<LibraryShow, (entry: LibraryEntry) => boolean>> = {
  all: () => true,
  running: ({ running }) => running,
  finished: ({ running, summary }) => !running && summary !== null && summary.ended !== null,
  won: ({ summary }) => summary?.ended === 'won',
  died: ({ summary }) => summary?.ended === 'died',
  interrupted: ({ running, summary }) => !running && summary !== null && summary.ended === null,
  noted: (entry) => annotatedTurns(entry) > 0,
}

export interface Arrangement {
  readonly sort: LibrarySort
  readonly show: LibraryShow
  /** Words that must all occur in title, player, model or end. */
  readonly text: string
}

export function arrangeEntries(
  entries: Iterable<LibraryEntry>,
  { sort, show, text }: Arrangement,
): readonly LibraryEntry[] {
  const words = text.trim().toLowerCase().split(/\s+/)
  return [...entries].filter((entry) => filters[show](entry) && matches(entry, words)).sort(comparers[sort])
}

function matches(entry: LibraryEntry, words: readonly string[]): boolean {
  const { id, summary } = entry
  const haystack = [
    id,
    titleOf(entry),
    summary?.game.title,
    summary?.player.label,
    summary?.player.model,
    summary?.ended,
  ]
    .join(' ')
    .toLowerCase()
  return words.every((word) => haystack.includes(word))
}
