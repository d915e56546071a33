import { noAnnotations } from '@shared/episode/log/annotate'
import type { Annotations, TurnAnnotation } from '@shared/episode/log/annotations'
import { useEpisode } from './episode-store'
import { useLibrary } from '../episodes/library-store'
import { isLocal } from './local-episodes'
import { turnOf } from './playhead'

/** What the reader noted of the open episode. It comes with its row of the library, so every window shows the same. */
export function useAnnotations(): Annotations {
  const id = useEpisode((episode) => episode.id)
  return useLibrary(({ entries }) => entries.get(id ?? '')?.annotations ?? noAnnotations)
}

export const useAnnotation = (turn: number): TurnAnnotation | undefined =>
  useAnnotations().turns.find((annotation) => annotation.turn === turn)

export const currentAnnotations = (): Annotations =>
  useLibrary.getState().entries.get(useEpisode.getState().id ?? '')?.annotations ?? noAnnotations

/** An episode from a file has no side file to write to. */
export const canAnnotate = (): boolean => {
  const { id } = useEpisode.getState()
  return id !== null && !isLocal(id)
}

export function turnUnderPlayhead(): number {
  const { history, playhead } = useEpisode.getState()
  return turnOf(history, playhead)
}
