import type { LibraryEntry } from '@shared/contract/library'
import { titleFrom } from '@shared/episode/annotate'
import type { EpisodeState } from '@shared/episode/episode'
import { useMemo } from 'react'
import { useEpisode } from './episode-store'
import { useLibrary } from '../library/library-store'

/** What an episode is called where another one is named after it. */
const nameOf = ({ id, annotations, summary }: LibraryEntry): string =>
  annotations.title ?? titleFrom(summary?.game.title ?? '') ?? id

/** Where a fork is from, by name; `isThere`: the library has it, so that a way leads there. */
export interface Origin {
  readonly id: string
  readonly turn: number
  readonly name: string
  readonly isThere: boolean
}

/** Null of an episode that began by itself. */
export function useOrigin(forkedFrom: EpisodeState['forkedFrom']): Origin | null {
  const parent = useLibrary(({ entries }) => entries.get(forkedFrom?.episodeId ?? ''))
  if (forkedFrom === null) return null
  const { episodeId: id, turn } = forkedFrom
  // Of a log from elsewhere it is anybody's text.
  return { id, turn, name: parent ? nameOf(parent) : (titleFrom(id) ?? '…'), isThere: parent !== undefined }
}

export interface Fork {
  readonly id: string
  readonly turn: number
  readonly name: string
}

/** The forks of an episode that the library has, in order of turns, the oldest first. */
export const forksOf = (id: string | null, entries: ReadonlyMap<string, LibraryEntry>): readonly Fork[] =>
  [...entries.values()]
    .flatMap((entry) => {
      const from = entry.summary?.forkedFrom
      return from && from.episodeId === id ? [{ id: entry.id, turn: from.turn, name: nameOf(entry) }] : []
    })
    .sort((a, b) => a.turn - b.turn || a.id.localeCompare(b.id))

/** Of the open episode. */
export function useForksOfOpen(): readonly Fork[] {
  const id = useEpisode((episode) => episode.id)
  const entries = useLibrary((library) => library.entries)
  return useMemo(() => forksOf(id, entries), [id, entries])
}
