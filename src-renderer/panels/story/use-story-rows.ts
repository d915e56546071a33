import { useMemo } from 'react'
import { useEpisode } from '../../session/episode/episode-store'
import { useIsPlayed } from '../../session/episode/episode-status'
import { useLastShown } from '../../session/episode/use-last-shown'
import { lastRows, type StoryRow, completeRows } from './story-rows'

/**
 * The rows of the page. Those of complete turns are made anew only when a turn ends: not for a step of the playhead,
 * not for a piece of a draft.
 */
export function useStoryRows(hits: ReadonlySet<number> | null): readonly StoryRow[] {
  const turns = useEpisode(({ history }) => history.latest.turns)
  const opening = useEpisode(({ history }) => history.latest.opening)
  const end = useEpisode(({ playhead, caughtUp, history }) => (playhead === 'live' && caughtUp ? history.latest : null))
  const isOver = useIsPlayed() === false
  const lastShown = useLastShown()
  const complete = useMemo(() => completeRows({ turns, opening }), [turns, opening])
  return useMemo(() => {
    if (lastShown !== null) return complete.filter(({ number }) => number <= lastShown && (hits?.has(number) ?? true))
    const rows = end ? [...complete, ...lastRows(end, isOver)] : complete
    return hits === null ? rows : rows.filter(({ kind, number }) => kind === 'turn' && hits.has(number))
  }, [complete, end, isOver, hits, lastShown])
}
