import { useEpisodeList } from '../episodes/episodes-store'
import { useEpisode } from './episode-store'
import { useIsLocal } from './local-episodes'

/** Whether the open episode was deleted, for example in another window. */
export const isDeleted = (): boolean => useEpisodeList.getState().gone.has(useEpisode.getState().id ?? '')

export function useIsDeleted(): boolean {
  const id = useEpisode((episode) => episode.id)
  return useEpisodeList(({ gone }) => gone.has(id ?? ''))
}

/** Whether the open episode can be neither marked nor forked: it is from a file or was deleted. */
export function useIsReadOnly(): boolean {
  const isFromFile = useIsLocal()
  const isGone = useIsDeleted()
  return isFromFile || isGone
}

// The feed of the open episode may have failed when the episode was deleted. Without a failure it is followed again.
useEpisodeList.subscribe(({ gone }, before) => {
  const { id, failure } = useEpisode.getState()
  if (id !== null && failure !== null && before.gone.has(id) && !gone.has(id)) useEpisode.setState({ failure: null })
})
