import type { Observation, Turn } from '@shared/episode/state/episode'
import type { Stuck } from '@shared/episode/log/mind-state'

/** Values by turn number (0 is the opening); null: not measured. */
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

/** Tokens of all calls of the turn; null without calls. */
export function tokensOf({ iterations }: Turn): number | null {
  let tokens: number | null = null
  for (const { response } of iterations)
    if (response) tokens = (tokens ?? 0) + (response.usage.input ?? 0) + (response.usage.output ?? 0)
  return tokens
}

/** Stuck level at the end of each turn; 0: not stuck. */
export function stuckLevelsOf(stuck: readonly Stuck[], last: number): readonly number[] {
  const levels = Array.from({ length: last + 1 }, () => 0)
  for (const [index, { turn, level }] of stuck.entries()) levels.fill(level, turn, stuck[index + 1]?.turn ?? last + 1)
  return levels
}
