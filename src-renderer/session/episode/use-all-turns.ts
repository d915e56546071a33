import type { Turn } from '@shared/episode/state/episode'
import { useEpisode } from './episode-store'
import { useLater } from '../../kit/browser/next-frame'

/**
 * Complete turns, for what shows all of them at once, as the timeline does. Many new ones in a frame are drawn there
 * after what the reader follows: story, map and inspector.
 */
export const useAllTurns = (): readonly Turn[] => useLater(useEpisode(({ history }) => history.latest.turns))
