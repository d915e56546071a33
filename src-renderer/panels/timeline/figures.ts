import type { Observation, Turn } from '@shared/episode/state/episode'
import type { Stuck } from '@shared/episode/log/mind-state'

/** One number a turn, by turn number; null where nothing was measured. `[0]` is the opening. */
export interface Figures {
  readonly score: readonly (number | null)[]
  readonly tokens: readonly (number | null)[]
  readonly latencyMs: readonly (number | null)[]
}

export function figuresOf(opening: Observation | null, turns: readonly Turn[]): Figures {
  return {
    score: [opening?.score ?? null, ...turns.map(({ observation }) => observation?.score ?? null)],
    tokens: [null, ...turns.map(tokensOf)],
    latencyMs: [null, ...turns.map(({ completed }) => completed?.durationMs ?? null)],
  }
}

/** Of all calls of the turn; null if it made none. */
export function tokensOf({ iterations }: Turn): number | null {
  let tokens: number | null = null
  for (const { response } of iterations)
    if (response) tokens = (tokens ?? 0) + (response.usage.input ?? 0) + (response.usage.output ?? 0)
  return tokens
}

/** How stuck the player was at the end of each turn, by turn number; 0 where it was not. */
export function stuckLevelsOf(stuck: readonly Stuck[], last: number): readonly number[] {
  const levels = Array.from({ length: last + 1 }, () => 0)
  for (const [index, { turn, level }] of stuck.entries()) levels.fill(level, turn, stuck[index + 1]?.turn ?? last + 1)
  return levels
}
