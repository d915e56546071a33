import type { LoggedEvent } from '@shared/episode/log/event'
import type { History } from '../../session/episode/history'

/** The events of a tool call up to `seq`: call, progress, result. */
export function eventsOfCall(
  { events, spans }: History,
  { turn, callId, seq }: { readonly turn: number; readonly callId: string; readonly seq: number },
): readonly LoggedEvent[] {
  const span = spans[turn]
  if (!span) return []
  return events
    .slice(span.firstSeq, Math.min(seq, span.lastSeq ?? seq) + 1)
    .filter((event) => 'call_id' in event && event.call_id === callId)
}
