import type { LibraryEntry } from '@shared/contract/library'
import { annotatedTurns } from '../../session/episodes/entry-title'
import type { LibraryShow, LibrarySort } from '../../session/view/view-store'
import { sortEntries } from './columns'
import { entryMatches, parseFilter } from './filter-entries'

const filters: Readonly<Record<LibraryShow, (entry: LibraryEntry) => boolean>> = {
  all: () => true,
  running: ({ running }) => running,
  finished: ({ running, summary }) => !running && summary !== null && summary.ended !== null,
  won: ({ summary }) => summary?.ended === 'won',
  died: ({ summary }) => summary?.ended === 'died',
  interrupted: ({ running, summary }) => !running && summary?.ended === null && !summary.part,
  noted: (entry) => annotatedTurns(entry) > 0,
  tagged: ({ annotations }) => annotations.tags.length > 0,
  single: ({ summary }) => !summary?.unit,
  experiments: ({ summary }) => Boolean(summary?.unit),
}

export interface Arrangement {
  readonly sort: LibrarySort
  readonly show: LibraryShow
  /** Text for `parseFilter`; all terms must match. */
  readonly text: string
}

export function arrangeEntries(
  entries: ReadonlyMap<string, LibraryEntry>,
  { sort, show, text }: Arrangement,
): readonly LibraryEntry[] {
  const terms = parseFilter(text)
  return sortEntries(
    [...entries.values()].filter((entry) => filters[show](entry) && entryMatches(terms, entry, entries)),
    sort,
  )
}
