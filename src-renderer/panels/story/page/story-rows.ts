import type { EpisodeState, Observation, Turn } from '@shared/episode/state/episode'
import { observationBefore } from '@shared/episode/state/turn-changes'

/** A row of the page. Its `key` stays the same when an open turn completes. */
export type StoryRow =
  | {
      readonly kind: 'before'
      readonly key: 'before'
      readonly number: -1
      readonly from: number
      readonly isUnfolded: boolean
    }
  | { readonly kind: 'opening'; readonly key: string; readonly number: 0; readonly observation: Observation }
  | {
      readonly kind: 'turn' | 'live'
      readonly key: string
      readonly number: number
      readonly turn: Turn
      readonly before: Observation | null
    }
  | { readonly kind: 'end'; readonly key: string; readonly number: number; readonly state: EpisodeState }

export const keyOf = (turn: number) => `turn-${turn}`

/** Rows of the opening and of all complete turns, including those after the playhead. */
export function completeRows(latest: Pick<EpisodeState, 'turns' | 'opening'>): readonly StoryRow[] {
  const opening: readonly StoryRow[] = latest.opening
    ? [{ kind: 'opening', key: keyOf(0), number: 0, observation: latest.opening }]
    : []
  return [
    ...opening,
    ...latest.turns.map((turn): StoryRow => ({
      kind: 'turn',
      key: keyOf(turn.number),
      number: turn.number,
      turn,
      before: observationBefore(latest, turn.number),
    })),
  ]
}

/** Rows of the open turn and of the end or interruption. They are hidden while the playhead is in the past. */
export function lastRows(latest: EpisodeState, isOver: boolean): readonly StoryRow[] {
  const { openTurn, ended, turns } = latest
  const live: readonly StoryRow[] = openTurn
    ? [
        {
          kind: 'live',
          key: keyOf(openTurn.number),
          number: openTurn.number,
          turn: openTurn,
          before: observationBefore(latest, openTurn.number),
        },
      ]
    : []
  return ended || isOver ? [...live, { kind: 'end', key: 'end', number: turns.length, state: latest }] : live
}
