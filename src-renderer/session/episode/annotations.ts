import { noAnnotations } from '@shared/episode/log/annotate'
import type { Annotations, TurnAnnotation } from '@shared/episode/log/annotations'
import { useEpisodeList } from '../episodes/episodes-store'
import { isDeleted } from './deleted'
import { useEpisode } from './episode-store'
import { isLocal } from './local-episodes'
import { turnOf } from './playhead'

/**
 * Annotations of the open episode. They arrive with its row in the list of episodes, so that all windows have the same.
 */
export function useAnnotations(): Annotations {
  const id = useEpisode((episode) => episode.id)
  return useEpisodeList(({ entries }) => entries.get(id ?? '')?.annotations ?? noAnnotations)
}

export const useAnnotation = (turn: number): TurnAnnotation | undefined =>
  useAnnotations().turns.find((annotation) => annotation.turn === turn)

export const currentAnnotations = (): Annotations =>
  useEpisodeList.getState().entries.get(useEpisode.getState().id ?? '')?.annotations ?? noAnnotations

/** False for an episode from a file, which has no annotations.json, and for a deleted one. */
export const canAnnotate = (): boolean => {
  const { id } = useEpisode.getState()
  return id !== null && !isLocal(id) && !isDeleted()
}

export function turnUnderPlayhead(): number {
  const { history, playhead } = useEpisode.getState()
  return turnOf(history, playhead)
}
