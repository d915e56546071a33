import type { EpisodeState } from '../state/episode'

export interface ForeknowledgeRate {
  /** Number of turns in which the player named a room or an object before it could have read the name. */
  readonly turns: number
  readonly checked: number
}

/** Null if no turn was checked. */
export function foreknowledgeOf({ turns }: Pick<EpisodeState, 'turns'>): ForeknowledgeRate | null {
  const checked = turns.filter(({ foreknown }) => foreknown !== undefined)
  return checked.length === 0
    ? null
    : { turns: checked.filter(({ foreknown }) => foreknown?.length).length, checked: checked.length }
}
