import type { ChatMessage } from '@shared/episode/log/chat'
import type { EventOf, EventType, LoggedEvent } from '@shared/episode/log/event'
import { ExpectedError } from '@shared/base/expected-error'
import { indexOf } from './log-index'
import { readLog } from './read-log'

/** Both included. */
export interface TurnRange {
  readonly from: number
  /** Infinity: to the end. */
  readonly to: number
}

/**
 * What model and tools said is nine tenths of a log, and no state is folded from it but what the turn itself shows. An
 * event keeps all else, such as what the call cost, so that states, totals and the map after any turn stay true.
 */
const EMPTY: { readonly [Type in EventType]?: Partial<EventOf<Type>> } = {
  llm_response: { content: null, reasoning: null, tool_calls: [] },
  mcp_tool_call: { arguments: null },
  mcp_tool_result: { content: null },
  mcp_server_request: { request: '', answer: '' },
  agent_parse_error: { raw_response: '' },
}

/**
 * The log up to the end of one turn, and of the turns before another one without what model and tools said: a log as
 * any other, of which the manifest says how it was cut. No event is left out before its end, so each has the number
 * that it had. Read a megabyte at a time. Throws `not_found` if the log does not reach as far, and `bad_log` for a line
 * that cannot be trusted.
 */
export async function* cutLog(folder: string, { from, to }: TurnRange): AsyncGenerator<readonly LoggedEvent[]> {
  const { turnStarts, turns, end } = await indexOf(folder)
  const missing = [from, to].find((turn) => turn !== Infinity && turn > turns)
  if (missing !== undefined)
    throw new ExpectedError('not_found', `The log has ${turns} complete turns; turn ${missing} is not among them.`)
  const lastTurn = Math.min(to, turns)
  const first = from === 0 ? 0 : (turnStarts[from]?.seq ?? 0)
  // What follows the last turn, as the end of the episode, belongs to it.
  const stop = (lastTurn === turns ? end : (turnStarts[lastTurn + 1] ?? end)).seq
  const cut = cutter(first, { from_turn: from, to_turn: lastTurn })
  for await (const { events, firstSeq } of readLog(folder)) {
    const kept = events.slice(0, Math.max(0, stop - firstSeq)).map(cut)
    if (kept.length > 0) yield kept
    if (firstSeq + events.length >= stop) return
  }
}

type Cut = NonNullable<EventOf<'episode_started'>['cut']>

/** Takes the events of a log in order; what comes before event `first` is emptied. */
function cutter(first: number, { from_turn, to_turn }: Cut): (event: LoggedEvent) => LoggedEvent {
  let messages: readonly ChatMessage[] = []
  let isBuiltOn = false
  return (event) => {
    if (event.event_type === 'episode_started')
      return { ...event, cut: { from_turn: Math.max(from_turn, event.cut?.from_turn ?? 0), to_turn } }
    // The list of a helper is whole, and no other builds on it.
    if (event.event_type === 'llm_request' && event.role !== undefined)
      return event.seq < first ? { ...event, messages_kept: 1, messages_added: [] } : event
    if (event.event_type === 'llm_request') {
      messages = [...messages.slice(0, event.messages_kept), ...event.messages_added]
      // Keeping what no request before it adds, it is known to be missing some.
      if (event.seq < first) return { ...event, messages_kept: Math.max(1, event.messages_kept), messages_added: [] }
      // The first one has its whole list, for those after it to build on.
      if (isBuiltOn || first === 0) return event
      isBuiltOn = true
      return { ...event, messages_kept: 0, messages_added: messages }
    }
    return event.seq < first ? ({ ...event, ...EMPTY[event.event_type] } as LoggedEvent) : event
  }
}
