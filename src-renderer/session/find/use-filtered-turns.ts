import { useMemo } from 'react'
import { markersOf } from '@shared/episode/projections/markers'
import { isProblem, type MarkerFilter } from '../episode/episode-markers'
import { useEpisode } from '../episode/episode-store'
import { useLastVisibleTurn } from '../episode/use-last-visible-turn'
import { useView } from '../view/view-store'
import { useFind } from './find-store'

/** Turns that pass the story filter and the find bar; null if neither hides any. Filters never move the playhead. */
export function useFilteredTurns(): ReadonlySet<number> | null {
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
  const lastShown = useLastVisibleTurn() ?? Infinity
  const matching = useMemo(() => {
    if (!onlyProblems && !onlyFalseBeliefs) return null
    const matches: MarkerFilter = (marker) =>
      (onlyProblems && isProblem(marker)) || (onlyFalseBeliefs && marker.kind === 'false_belief')
    return markersOf({ turns, opening, map, manifest, hints, mind, objectives }).filter(matches)
  }, [onlyProblems, onlyFalseBeliefs, turns, opening, map, manifest, hints, mind, objectives])
  return useMemo(() => {
    const places = hits ?? matching
    if (places === null) return null
    const turnsOf = (places: readonly { readonly turn: number }[]) => new Set(places.map(({ turn }) => turn))
    const filtered = matching && turnsOf(matching)
    return new Set([...turnsOf(places)].filter((turn) => turn <= lastShown && (filtered?.has(turn) ?? true)))
  }, [hits, matching, lastShown])
}
