import { mapPair, type Pair, SIDES } from '@shared/episode/compare/pair'
import type { EpisodeState } from '@shared/episode/state/episode'
import { completeRows, lastRows, type StoryRow } from '../story/story-rows'

/** What stands in the column of one episode at one turn. */
export type Cell = readonly StoryRow[]

/** A row of the page: what both have in common, told once, or a turn of both side by side. */
export type PairRow =
  | { readonly kind: 'fold'; readonly key: string; readonly turn: 0; readonly turns: number }
  | { readonly kind: 'shared'; readonly key: string; readonly turn: number; readonly row: StoryRow }
  | { readonly kind: 'pair'; readonly key: string; readonly turn: number; readonly cells: Pair<Cell> }

interface Beginning {
  /** Turns before this are the same. */
  readonly partsAt: number
  readonly isUnfolded: boolean
}

/**
 * `isOver`: whose end is known. An end stands below the last turn of its own side, for it happened there and not where
 * the other one is by then.
 */
export function pairRows(
  states: Pair<EpisodeState>,
  isOver: Pair<boolean>,
  { partsAt, isUnfolded }: Beginning,
): readonly PairRow[] {
  const cells = mapPair(states, (state, side) => cellsOf(state, isOver[side]))
  const last = Math.max(...SIDES.map((side) => cells[side].length)) - 1
  const rows: PairRow[] = []
  if (partsAt > 0) rows.push({ kind: 'fold', key: 'fold', turn: 0, turns: partsAt - 1 })
  for (let turn = 0; turn <= last; turn++) {
    const here = mapPair(cells, (of) => of[turn] ?? [])
    if (turn >= partsAt) rows.push({ kind: 'pair', key: `pair-${turn}`, turn, cells: here })
    else if (isUnfolded && here.a[0]) rows.push({ kind: 'shared', key: `shared-${turn}`, turn, row: here.a[0] })
  }
  return rows
}

/** `[turn]`, as many as there are turns, and the one that is being played. */
function cellsOf(state: EpisodeState, isOver: boolean): readonly Cell[] {
  const cells: StoryRow[][] = []
  for (const row of [...completeRows(state), ...lastRows(state, isOver)]) (cells[row.number] ??= []).push(row)
  // Without an opening its place is empty.
  return Array.from(cells, (cell) => cell ?? [])
}
