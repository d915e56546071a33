import { createContext, use, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Comparison } from '@shared/episode/compare/compare-episodes'
import type { Pair, Side } from '@shared/episode/compare/pair'
import {
  comparisonOf,
  lastTurn,
  type OpenComparison,
  firstDifferenceIsKnown,
  placePlayheads,
  turnCompared,
} from '../../session/comparison/comparison-store'
import { isFullyRead, type OpenEpisode } from '../../session/episode/episode-store'

export const OpenContext = createContext<OpenComparison | null>(null)

export function useOpen(): OpenComparison {
  const open = use(OpenContext)
  if (open === null) throw new Error('No comparison is open.')
  return open
}

export interface Compared {
  readonly comparison: Comparison
  /** The shown turn; null until the first difference is known. */
  readonly turn: number | null
  readonly last: number
  readonly isKnown: boolean
  readonly isLive: boolean
}

/** The comparison so far. Rerenders when a turn of either side ends or has a problem, and when the playhead moves. */
export function useCompared(): Compared {
  const open = useOpen()
  // comparisonOf reads the two stores; these subscriptions trigger rerenders.
  useSide('a', ({ history }) => history.latest.turns)
  useSide('b', ({ history }) => history.latest.turns)
  const areRead = useBoth(isFullyRead)
  useBoth(({ history }) => history.latest.manifest)
  useBoth(({ history }) => history.latest.turnLimit)
  useBoth(({ history }) => history.latest.pauseRules)
  useBoth(({ history }) => history.latest.opening)
  useBoth(({ history }) => history.latest.totals.problems)
  return {
    comparison: comparisonOf(open),
    turn: turnCompared(open),
    last: lastTurn(open),
    isKnown: firstDifferenceIsKnown(open),
    isLive: open.at === 'live' || (open.at === null && areRead.a && areRead.b && turnCompared(open) === lastTurn(open)),
  }
}

const useSide = <Slice>(side: Side, select: (episode: OpenEpisode) => Slice): Slice =>
  useStore(useOpen().sides[side].store, select)

export function useBoth<Slice>(select: (episode: OpenEpisode) => Slice): Pair<Slice> {
  const a = useSide('a', select)
  const b = useSide('b', select)
  return useMemo(() => ({ a, b }), [a, b])
}

/** Moves both playheads to the shared one, as far as each side is read. */
export function usePlayheads(): void {
  const open = useOpen()
  const { turn } = useCompared()
  const lengths = useBoth(({ history }) => history.spans.length)
  const areRead = useBoth(isFullyRead)
  useEffect(placePlayheads, [open, turn, lengths.a, lengths.b, areRead.a, areRead.b])
}
