import type { EpisodeState, Observation, Turn } from '@shared/episode/state/episode'
import { observationBefore } from '@shared/episode/state/turn-changes'

/**
 * What the page is made of, from the opening to the end. `key` stays the same when a turn that was open is complete.
 */
export type StoryRow =
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

/** All complete turns there are, also those ahead of the playhead: where it stands is for each row to show. */
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

/**
 * The turn that is being played and how it all ended, if only by an interruption: seen from the past neither has
 * happened yet.
 */
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
