import type { Turn } from '@shared/episode/state/episode'
import { useEpisode } from './episode-store'
import { useLater } from '../../kit/browser/next-frame'

/**
 * Complete turns for panels that draw all of them (the timeline). Updated after story, map and inspector in a burst.
 */
export const useAllTurns = (): readonly Turn[] => useLater(useEpisode(({ history }) => history.latest.turns))
