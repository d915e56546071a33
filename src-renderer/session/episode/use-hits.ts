import type { EpisodeState, Turn } from '@shared/episode/episode'
import { isProblem } from './markers-of-episode'
import { markersOf } from '@shared/episode/markers'
import { observationBefore } from '@shared/episode/turn-changes'
import { useDeferredValue, useMemo } from 'react'
import { shallow } from 'zustand/shallow'
import { useEpisode } from './episode-store'
import { parseSearch, turnMatches } from '@shared/episode/search'
import { useLastShown } from './use-last-shown'
import { useView } from '../view/view-store'

/**
 * The turns that the search and the filter leave, of those that may be known; null if there is neither. They hide rows
 * and never move the playhead.
 */
export function useHits(): ReadonlySet<number> | null {
  const search = useDeferredValue(useView((view) => view.search))
  const onlyProblems = useView(({ storyFilter }) => storyFilter.onlyProblems)
  const turns = useEpisode(({ history }) => history.latest.turns)
  const opening = useEpisode(({ history }) => history.latest.opening)
  const map = useEpisode(({ history }) => history.latest.map)
  const manifest = useEpisode(({ history }) => history.latest.manifest)
  const hints = useEpisode(({ history }) => history.latest.hints)
  const lastShown = useLastShown()
  const hits = hitsAmong({ search, onlyProblems, turns, opening, map, manifest, hints })
  return useMemo(
    () => (hits === null || lastShown === null ? hits : new Set([...hits].filter((turn) => turn <= lastShown))),
    [hits, lastShown],
  )
}

interface Sought extends Pick<EpisodeState, 'turns' | 'opening' | 'map' | 'manifest' | 'hints'> {
  readonly search: string
  readonly onlyProblems: boolean
}

let last: { readonly sought: Sought; readonly hits: ReadonlySet<number> } | null = null

/**
 * Story and timeline ask for the same, and it takes long where thoughts are read: what was found last is kept while
 * there is a search.
 */
function hitsAmong(sought: Sought): ReadonlySet<number> | null {
  const isSought = sought.onlyProblems || sought.search.trim() !== ''
  if (!isSought) last = null
  else if (last === null || !shallow(last.sought, sought)) last = { sought, hits: findHits(sought) }
  return last?.hits ?? null
}

function findHits({ search, onlyProblems, ...state }: Sought): ReadonlySet<number> {
  const { turns, opening } = state
  const terms = parseSearch(search)
  const problems = onlyProblems
    ? new Set(
        markersOf(state)
          .filter(isProblem)
          .map(({ turn }) => turn),
      )
    : null
  const isHit = (turn: Turn) =>
    (problems?.has(turn.number) ?? true) && turnMatches(terms, turn, observationBefore({ turns, opening }, turn.number))
  return new Set(turns.filter(isHit).map(({ number }) => number))
}
