import { use } from 'react'
import type { StoryFilter } from '../view/story-filter'
import { setView, useView } from '../view/view-store'
import { EpisodeContext } from './episode-store'

/** The filter of the story, or inside a comparison the filter of the comparison. */
export function useStoryFilter(): StoryFilter {
  const { isCompared } = use(EpisodeContext)
  return useView(({ storyFilter, comparedFilter }) => (isCompared ? comparedFilter : storyFilter))
}

export const setFilter = (filter: StoryFilter, isCompared: boolean): void =>
  setView(isCompared ? { comparedFilter: filter } : { storyFilter: filter })
