import { useMemo } from 'react'
import { create } from 'zustand'
import type { ForkParams } from '@shared/contract/episodes'
import type { LibraryEntry } from '@shared/contract/library'
import { useEpisodeList } from '../../episodes/episodes-store'
import { setUnsaved } from '../../view/unsaved'
import { setView } from '../../view/view-store'
import { useEpisode } from '../episode-store'
import type { Playhead } from '../playhead'

/** The changes of a fork. A missing field keeps the parent's value. */
export type ForkChoices = Pick<
  ForkParams,
  | 'turn'
  | 'turnLimit'
  | 'title'
  | 'player'
  | 'model'
  | 'baseUrl'
  | 'prompt'
  | 'sampling'
  | 'mcp'
  | 'mind'
  | 'seed'
  | 'hints'
>

/** The last fork made in this window, and the playhead of its parent. */
export interface MadeFork {
  readonly id: string
  readonly parentId: string
  readonly turn: number
  readonly playhead: Playhead
  /** Set if the fork repeats the turn after `turn`. `isPaused`: whether the parent is paused. */
  readonly answersAgain?: { readonly isPaused: boolean }
}

interface Forks {
  /** Choices that were made in the fork sheet and not submitted. They outlive the sheet. */
  readonly draft: { readonly parentId: string; readonly choices: ForkChoices } | null
  /** The last fork, until the user dismisses or undoes it, or makes another. */
  readonly made: MadeFork | null
}

export const useForks = create<Forks>()(() => ({ draft: null, made: null }))

/** Whether a choice differs from an unchanged fork. The turn is a place rather than a change. */
export const isForkChanged = ({ turn: _turn, ...changes }: ForkChoices): boolean =>
  Object.values(changes).some((value) => value !== undefined && value !== '')

useForks.subscribe(({ draft }) => setUnsaved('fork', draft !== null && isForkChanged(draft.choices)))

/** Opens the fork sheet. With an empty `model`, the field of the model has the focus. */
export function openForkSheet(parentId: string, turn: number, model?: ''): void {
  useForks.setState(({ draft }) => ({
    draft: {
      parentId,
      choices: { ...(draft?.parentId === parentId && draft.choices), turn, ...(model !== undefined && { model }) },
    },
  }))
  setView({ dialog: 'fork' })
}

export interface Fork {
  readonly entry: LibraryEntry
  /** The last turn shared with the parent. */
  readonly turn: number
}

/** The forks of an episode, sorted by turn; forks of one turn are oldest first. */
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
