import { create } from 'zustand'
import type { AppInfo } from '@shared/contract/app'
import type { LibraryBatch, LibraryEntry } from '@shared/contract/library'
import type { StoriesBatch, Story } from '@shared/contract/stories'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import type { NamedEpisode } from './bulk-action'

export interface EpisodeListState {
  readonly entries: ReadonlyMap<string, LibraryEntry>
  /** False until the first row arrives or the list is known to be empty. */
  readonly isRead: boolean
  /** False until all rows have arrived. */
  readonly isComplete: boolean
  /** The episodes that were listed and were deleted, in this or another window. */
  readonly gone: ReadonlySet<string>
  /** Folders with an episode that are not listed because their names are invalid. */
  readonly skipped: readonly string[]
  readonly stories: readonly Story[]
  /** The last removed story, which can be restored. */
  readonly removedStory: Story | null
  readonly appInfo: AppInfo | null
  /** The last deleted episodes, which can be restored. */
  readonly deleted: readonly NamedEpisode[]
}

interface LibraryActions {
  readonly receive: (batch: Omit<LibraryBatch, 'live'> & Partial<LibraryBatch>) => void
  readonly receiveStories: (batch: StoriesBatch) => void
}

export const useEpisodeList = create<EpisodeListState & LibraryActions>()((set, get) => ({
  entries: new Map(),
  isRead: false,
  isComplete: false,
  gone: new Set(),
  skipped: [],
  stories: [],
  removedStory: null,
  appInfo: null,
  deleted: [],

  receive({ changed, removed, skipped = get().skipped, live = false }) {
    const { entries: before, deleted } = get()
    const entries = new Map(before)
    for (const entry of changed) entries.set(entry.id, entry)
    for (const id of removed) entries.delete(id)
    const gone = new Set([...get().gone, ...removed.filter((id) => before.has(id))].filter((id) => !entries.has(id)))
    set({
      entries,
      gone,
      skipped,
      isRead: get().isRead || live || entries.size > 0,
      isComplete: get().isComplete || live,
    })
    // Another window restored it.
    const isBack = ({ id }: NamedEpisode) => entries.has(id) && !before.has(id)
    if (deleted.some(isBack)) set({ deleted: deleted.filter((each) => !isBack(each)) })
  },
  receiveStories: ({ stories }) => set({ stories }),
}))

/**
 * Whether the app can resume an episode that a killed process was playing. It cannot if the episode was paused or an
 * external program played it.
 */
const isCutShort = ({ cutShort, summary }: LibraryEntry): boolean =>
  cutShort === true &&
  summary !== null &&
  !summary.isPaused &&
  (summary.player.model !== null || !PLAYER_TRAITS[summary.player.kind].playsByTools)

/**
 * The episodes that a killed process was playing. Excludes those of experiments, which resume their episodes
 * themselves.
 */
export const cutShortEpisodes = (
  { entries }: Pick<EpisodeListState, 'entries'> = useEpisodeList.getState(),
): readonly LibraryEntry[] => [...entries.values()].filter((entry) => isCutShort(entry) && !entry.summary?.unit)

/** The experiments that a killed process was running. */
export const cutShortExperiments = ({ entries }: Pick<EpisodeListState, 'entries'>): readonly string[] => [
  ...new Set([...entries.values()].filter(isCutShort).flatMap(({ summary }) => summary?.unit?.experiment ?? [])),
]

export function useEntriesOf(ids: readonly string[]): readonly LibraryEntry[] {
  const entries = useEpisodeList((library) => library.entries)
  return ids.flatMap((id) => entries.get(id) ?? [])
}

/** Id of an episode's parent; null if the episode is not a fork or the parent no longer exists. */
export function parentOf(id: string): string | null {
  const { entries } = useEpisodeList.getState()
  const parent = entries.get(id)?.summary?.forkedFrom?.episodeId
  return parent !== undefined && entries.has(parent) ? parent : null
}
