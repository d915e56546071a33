import { mapPair, type Pair, SIDES } from '@shared/episode/compare/pair'
import type { EpisodeState } from '@shared/episode/state/episode'
import { completeRows, lastRows, type StoryRow } from '../story/page/story-rows'

export type Cell = readonly StoryRow[]

/** A row of the page: the fold of the common turns, one of these turns, or a turn of both sides. */
export type PairRow =
  | { readonly kind: 'fold'; readonly key: string; readonly turn: 0; readonly turns: number }
  | { readonly kind: 'shared'; readonly key: string; readonly turn: number; readonly row: StoryRow }
  | { readonly kind: 'pair'; readonly key: string; readonly turn: number; readonly cells: Pair<Cell> }

interface Beginning {
  /** All turns before this one are the same; Infinity if all turns are. */
  readonly divergesAt: number
  readonly isUnfolded: boolean
}

/** `isOver`: whether the end of each side is known. The end is shown below the last turn of its side. */
export function pairRows(
  states: Pair<EpisodeState>,
  isOver: Pair<boolean>,
  { divergesAt, isUnfolded }: Beginning,
): readonly PairRow[] {
  const cells = mapPair(states, (state, side) => cellsOf(state, isOver[side]))
  const last = Math.max(...SIDES.map((side) => cells[side].length)) - 1
  const rows: PairRow[] = []
  const turns = Math.min(divergesAt - 1, states.a.turns.length)
  if (divergesAt > 0) rows.push({ kind: 'fold', key: 'fold', turn: 0, turns })
  for (let turn = 0; turn <= last; turn++) {
    const here = mapPair(cells, (of) => of[turn] ?? [])
    if (turn >= divergesAt) rows.push({ kind: 'pair', key: `pair-${turn}`, turn, cells: here })
    else if (isUnfolded && here.a[0]) rows.push({ kind: 'shared', key: `shared-${turn}`, turn, row: here.a[0] })
  }
  return rows
}

/** The rows of each turn, by turn number, including the turn that is being played. */
function cellsOf(state: EpisodeState, isOver: boolean): readonly Cell[] {
  const cells: StoryRow[][] = []
  for (const row of [...completeRows(state), ...lastRows(state, isOver)]) (cells[row.number] ??= []).push(row)
  // Without an opening, turn 0 has no rows.
  return Array.from(cells, (cell) => cell ?? [])
}
