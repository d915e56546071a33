import type { LoggedEvent } from '@shared/episode/log/event'

/** A model or tool call as shares (0 to 1) of its turn's duration. */
export interface TurnPart {
  readonly seq: number
  readonly kind: 'model' | 'tool'
  readonly start: number
  readonly end: number
}

/** The calls of a complete turn in order. The log records each call's end and duration. */
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
