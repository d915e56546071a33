import type { LoggedEvent } from '@shared/episode/log/event'
import type { Stuck } from '@shared/episode/log/mind-state'
import type { Observation, Turn } from '@shared/episode/state/episode'
import { modelCallsOf, usageIn } from '@shared/episode/state/model-calls'

/** Values by turn number (0 is the opening); null means not measured. */
interface Figures {
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

/** Tokens of all calls of models in the turn; null without an answered call. */
export function tokensOf(turn: Turn): number | null {
  if (!modelCallsOf(turn).some(({ response }) => response !== null)) return null
  const { tokensIn, tokensOut } = usageIn(turn)
  return (tokensIn ?? 0) + (tokensOut ?? 0)
}

/** Stuck level at the end of each turn; 0 means not stuck. */
export function stuckLevelsOf(stuck: readonly Stuck[], last: number): readonly number[] {
  const levels = Array.from({ length: last + 1 }, () => 0)
  for (const [index, { turn, level }] of stuck.entries()) levels.fill(level, turn, stuck[index + 1]?.turn ?? last + 1)
  return levels
}

/** A model or tool call as shares (0 to 1) of its turn's duration. */
interface TurnPart {
  readonly seq: number
  readonly kind: 'model' | 'tool'
  readonly start: number
  readonly end: number
}

/** The calls of a complete turn in order, computed from the end and duration of each call in the log. */
export function partsOf(events: readonly LoggedEvent[]): readonly TurnPart[] {
  const first = Date.parse(events[0]?.at ?? '')
  const tookMs = Date.parse(events.at(-1)?.at ?? '') - first
  if (!(tookMs > 0)) return []
  const within = (ms: number) => Math.min(1, Math.max(0, (ms - first) / tookMs))
  return events.flatMap((event): readonly TurnPart[] => {
    const kind = PARTS[event.event_type]
    if (kind === undefined || !('duration_ms' in event)) return []
    const end = Date.parse(event.at)
    return [{ seq: event.seq, kind, start: within(end - event.duration_ms), end: within(end) }]
  })
}

const PARTS: { readonly [Type in LoggedEvent['event_type']]?: TurnPart['kind'] } = {
  llm_response: 'model',
  mcp_tool_result: 'tool',
  mcp_tool_error: 'tool',
  mcp_tool_timeout: 'tool',
}
