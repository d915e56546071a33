import type { Observation, Turn } from '@shared/episode/episode'
import { type Spent, tokensOf } from '../../session/episode/spent'

/** One number a turn, by turn number; null where nothing was measured. `[0]` is the opening. */
export interface Figures {
  readonly score: readonly (number | null)[]
  readonly tokens: readonly (number | null)[]
  readonly latencyMs: readonly (number | null)[]
}

export function figuresOf(opening: Observation | null, turns: readonly Turn[], spent: Spent | null): Figures {
  return {
    score: [opening?.score ?? null, ...turns.map(({ observation }) => observation?.score ?? null)],
    tokens: [null, ...turns.map((turn) => tokensOf(turn, spent))],
    latencyMs: [null, ...turns.map(({ completed }) => completed?.durationMs ?? null)],
  }
}
