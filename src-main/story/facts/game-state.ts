import type { PlayerSource } from './rules'
import type { MachineState } from '../zmachine/state/machine-state'

/**
 * A waiting game, for `setState`. Opaque, immutable and structured-cloneable; it has no wall-clock time.
 */
export interface GameState {
  readonly machine: MachineState
  /** Counters that disagreed with the story's own display, and are unknown from then on. */
  readonly doubts: CounterDoubts
  /** Null while the player is the one of the start. */
  readonly found: FoundPlayer | null
  /** The text at the end of the game; null before it. */
  readonly farewell: string | null
  /** The text printed since the last input. */
  readonly shown: string
}

/** The player as it was found in a later turn. */
export interface FoundPlayer {
  /** Null while the player is unknown. */
  readonly player: PlayerSource | null
  /** The first words of the status line at the search that found it, or did not. */
  readonly heading: string
}

export interface CounterDoubts {
  readonly score: boolean
  readonly moves: boolean
}
