import type { PlayerSource } from './rules'
import type { MachineState } from '../zmachine/state/machine-state'

/**
 * A waiting game, to be put back with `setState`. Opaque, immutable and structured-cloneable; it holds no wall-clock
 * time.
 */
export interface GameState {
  readonly machine: MachineState
  /** Counters that were seen to disagree with the story's own display, and are unknown from then on. */
  readonly doubts: CounterDoubts
  /** The player as it was found anew, null in it for unknown; null while it is the one of the start. */
  readonly found: { readonly player: PlayerSource | null } | null
  /** What the story said when it ended; null while it goes on. */
  readonly farewell: string | null
  /** What it has printed since the last input. */
  readonly shown: string
}

export interface CounterDoubts {
  readonly score: boolean
  readonly moves: boolean
}
