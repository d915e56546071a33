import type { EpisodeState } from './episode'

/** Turns of an episode, both inclusive. */
export interface Part {
  readonly from: number
  readonly to: number
  /** Turns of the whole episode; null in older copies. */
  readonly of: number | null
}

/** The turns of a cut copy; null for a whole episode, and for one that was played on after its part. */
export function partOf({ manifest, turns }: Pick<EpisodeState, 'manifest' | 'turns'>): Part | null {
  const cut = manifest?.cut
  if (!cut || turns.length > cut.to_turn) return null
  return { from: cut.from_turn, to: cut.to_turn, of: cut.turns ?? null }
}

/** The first turn that the episode is about: that of a part, else the opening. */
export const firstTurnOf = (state: Pick<EpisodeState, 'manifest' | 'turns'>): number => partOf(state)?.from ?? 0

/** A part that has no end of the episode. */
export function shortPartOf(state: Pick<EpisodeState, 'manifest' | 'turns' | 'ended'>): Part | null {
  const part = partOf(state)
  return part !== null && state.ended === null && part.to !== part.of ? part : null
}
