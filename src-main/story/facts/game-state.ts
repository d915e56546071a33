import type { PlayerSource } from './rules'
import type { MachineState } from '../zmachine/state/machine-state'

/**
 * A waiting game, for `setState`. Opaque, immutable and structured-cloneable; it has no wall-clock time.
 */
export interface GameState {
  readonly machine: MachineState
  /** Counters that disagreed with the story's own display, and are unknown from then on. */
  readonly doubts: CounterDoubts
  /** The player that was found later, `player: null` for unknown; null while it is the player of the start. */
  readonly found: { readonly player: PlayerSource | null } | null
  /** The text at the end of the game; null before it. */
  readonly farewell: string | null
  /** The text printed since the last input. */
  readonly shown: string
}

export interface CounterDoubts {
  readonly score: boolean
  readonly moves: boolean
}
