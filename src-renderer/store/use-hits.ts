import type { Turn } from '@shared/episode/episode'
import { isProblem } from './markers-of-episode'
import { markersOf } from '@shared/episode/markers'
import { observationBefore } from '@shared/episode/turn-changes'
import { useDeferredValue, useMemo } from 'react'
import { useEpisode } from './episode-store'
import { parseSearch, turnMatches } from './search'
import { useView } from './view-store'

/** The turns that the search and the filter leave; null if there is neither. They hide rows and never move the playhead. */
export function useHits(): ReadonlySet<number> | null {
  const search = useDeferredValue(useView((view) => view.search))
  const onlyProblems = useView(({ storyDetail }) => storyDetail === 'problems')
  const turns = useEpisode(({ history }) => history.latest.turns)
  const opening = useEpisode(({ history }) => history.latest.opening)
  const map = useEpisode(({ history }) => history.latest.map)
  return useMemo(() => {
    const terms = parseSearch(search)
    if (terms.length === 0 && !onlyProblems) return null
    const problems = onlyProblems ? new Set(markersOf({ turns, opening, map }).filter(isProblem).map(({ turn }) => turn)) : null
    const isHit = (turn: Turn) => (problems?.has(turn.number) ?? true) && turnMatches(terms, turn, observationBefore({ turns, opening }, turn.number))
    return new Set(turns.filter(isHit).map(({ number }) => number))
  }, [search, onlyProblems, turns, opening, map])
}
