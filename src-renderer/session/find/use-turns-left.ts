import { markersOf } from '@shared/episode/projections/markers'
import { useMemo } from 'react'
import { useFind } from './find-store'
import { useView } from '../view/view-store'
import { useEpisode } from '../episode/episode-store'
import { isProblem, type MarkerFilter } from '../episode/markers-of-episode'
import { useLastShown } from '../episode/use-last-shown'

/**
 * The turns that the story's filter and the find bar leave, of those that may be known; null if neither leaves any out.
 * They hide rows and never move the playhead.
 */
export function useTurnsLeft(): ReadonlySet<number> | null {
  const hits = useFind(({ finder, onlyHits, hits }) => (finder !== null && onlyHits ? hits : null))
  const onlyProblems = useView(({ storyFilter }) => storyFilter.onlyProblems)
  const onlyFalseBeliefs = useView(({ storyFilter }) => storyFilter.onlyFalseBeliefs)
  const turns = useEpisode(({ history }) => history.latest.turns)
  const opening = useEpisode(({ history }) => history.latest.opening)
  const map = useEpisode(({ history }) => history.latest.map)
  const manifest = useEpisode(({ history }) => history.latest.manifest)
  const hints = useEpisode(({ history }) => history.latest.hints)
  const mind = useEpisode(({ history }) => history.latest.mind)
  const objectives = useEpisode(({ history }) => history.latest.objectives)
  const lastShown = useLastShown() ?? Infinity
  const kept = useMemo(() => {
    if (!onlyProblems && !onlyFalseBeliefs) return null
    const isKept: MarkerFilter = (marker) =>
      (onlyProblems && isProblem(marker)) || (onlyFalseBeliefs && marker.kind === 'false_belief')
    return markersOf({ turns, opening, map, manifest, hints, mind, objectives }).filter(isKept)
  }, [onlyProblems, onlyFalseBeliefs, turns, opening, map, manifest, hints, mind, objectives])
  return useMemo(() => {
    const left = hits ?? kept
    if (left === null) return null
    const turnsOf = (places: readonly { readonly turn: number }[]) => new Set(places.map(({ turn }) => turn))
    const ofFilter = kept && turnsOf(kept)
    return new Set([...turnsOf(left)].filter((turn) => turn <= lastShown && (ofFilter?.has(turn) ?? true)))
  }, [hits, kept, lastShown])
}
