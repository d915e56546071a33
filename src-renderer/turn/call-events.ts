import type { LoggedEvent } from '@shared/episode/log/event'
import type { History } from '../session/episode/history'

/** What the log holds of one call, up to `seq`: that it was made, how far it said it was, and what came of it. */
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
