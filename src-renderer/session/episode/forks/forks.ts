import type { LibraryEntry } from '@shared/contract/library'
import { useMemo } from 'react'
import { useEpisodeList } from '../../episodes/episodes-store'
import { useEpisode } from '../episode-store'

export interface Fork {
  readonly entry: LibraryEntry
  /** The last turn shared with the parent. */
  readonly turn: number
}

/** The forks of an episode in order of turns, oldest first. */
export const forksOf = (id: string | null, entries: ReadonlyMap<string, LibraryEntry>): readonly Fork[] =>
  [...entries.values()]
    .flatMap((entry) => {
      const from = entry.summary?.forkedFrom
      return from && from.episodeId === id ? [{ entry, turn: from.turn }] : []
    })
    .sort((a, b) => a.turn - b.turn || a.entry.id.localeCompare(b.entry.id))

export function useForksOfOpen(): readonly Fork[] {
  const id = useEpisode((episode) => episode.id)
  const entries = useEpisodeList((library) => library.entries)
  return useMemo(() => forksOf(id, entries), [id, entries])
}
