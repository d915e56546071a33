import type { AppInfo } from '@shared/contract/app'
import type { LibraryBatch, LibraryEntry } from '@shared/contract/library'
import type { StoriesBatch, Story } from '@shared/contract/stories'
import { create } from 'zustand'
import type { Named } from './many'

/** What can be opened and started: the episodes of the data folder, the stories, and what the host says of itself. */
export interface Library {
  readonly entries: ReadonlyMap<string, LibraryEntry>
  /**
   * False until there is a row, or it is known that there is none: an empty library and one that is still being read
   * are not the same.
   */
  readonly isRead: boolean
  /** Folders with an episode whose names keep them from being listed. */
  readonly skipped: readonly string[]
  readonly stories: readonly Story[]
  /** The story that was taken out last and can still be put back. */
  readonly removedStory: Story | null
  readonly appInfo: AppInfo | null
  /** What was deleted last and can still be put back from here. */
  readonly deleted: readonly Named[]
}

interface LibraryActions {
  readonly receive: (batch: Omit<LibraryBatch, 'live'> & Partial<LibraryBatch>) => void
  readonly receiveStories: (batch: StoriesBatch) => void
}

export const useLibrary = create<Library & LibraryActions>()((set, get) => ({
  entries: new Map(),
  isRead: false,
  skipped: [],
  stories: [],
  removedStory: null,
  appInfo: null,
  deleted: [],

  receive({ changed, removed, skipped = get().skipped, live = false }) {
    const entries = new Map(get().entries)
    for (const entry of changed) entries.set(entry.id, entry)
    for (const id of removed) entries.delete(id)
    set({ entries, skipped, isRead: get().isRead || live || entries.size > 0 })
  },
  receiveStories: ({ stories }) => set({ stories }),
}))

/** The rows of these episodes that are still there. */
export function useEntriesOf(ids: readonly string[]): readonly LibraryEntry[] {
  const entries = useLibrary((library) => library.entries)
  return ids.flatMap((id) => entries.get(id) ?? [])
}

/** The episode that this one was forked from, if it is still there. */
export function parentOf(id: string): string | null {
  const { entries } = useLibrary.getState()
  const parent = entries.get(id)?.summary?.forkedFrom?.episodeId
  return parent !== undefined && entries.has(parent) ? parent : null
}
