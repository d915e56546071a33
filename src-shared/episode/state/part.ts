import type { EpisodeState } from './episode'

/** Turns of an episode, both ends included. */
export interface Part {
  readonly from: number
  readonly to: number
  /** Number of turns of the whole episode; null for older copies. */
  readonly of: number | null
}

/** The turns of a cut copy; null for a whole episode, or a copy that was played beyond its part. */
export function partOf({ manifest, turns }: Pick<EpisodeState, 'manifest' | 'turns'>): Part | null {
  const cut = manifest?.cut
  if (!cut || turns.length > cut.to_turn) return null
  return { from: cut.from_turn, to: cut.to_turn, of: cut.turns ?? null }
}

/** The first turn of a cut copy's part; 0 (the opening) for a whole episode. */
export const firstTurnOf = (state: Pick<EpisodeState, 'manifest' | 'turns'>): number => partOf(state)?.from ?? 0

/** The part, if it lacks the end of the episode; null otherwise. */
export function shortPartOf(state: Pick<EpisodeState, 'manifest' | 'turns' | 'ended'>): Part | null {
  const part = partOf(state)
  return part !== null && state.ended === null && part.to !== part.of ? part : null
}
