import { ExpectedError } from '@shared/base/expected-error'
import type { ChatMessage } from '@shared/episode/log/chat'
import type { EventOf, LoggedEvent } from '@shared/episode/log/event'
import type { TypeWith, ValuesOf } from '@shared/episode/log/text-fields'
import { isLogFault } from './log-lines'
import { indexOf } from './read-lines'
import { readLog } from './read-log'

/** The first and the last turn, both inclusive. */
export interface TurnRange {
  readonly from: number
  /** Infinity for the end of the log. */
  readonly to: number
}

/**
 * Empty values of bulk fields, which make up nine tenths of a log and are shown only in their own turn. Costs and
 * counts remain. `cutter` empties requests.
 */
const EMPTY: { readonly [Type in Exclude<TypeWith<'bulk'>, 'llm_request'>]: ValuesOf<Type, 'bulk'> } = {
  llm_response: { content: null, reasoning: null, tool_calls: [], provider_fields: undefined },
  llm_sent: { messages: [] },
  mcp_tool_call: { arguments: null },
  mcp_tool_result: { content: null },
  mcp_server_request: { request: '', answer: '' },
  agent_parse_error: { raw_response: '' },
}

/**
 * The log up to the end of turn `to`. The texts of the model and the tools before turn `from` are emptied. The result
 * is a valid log, and its manifest records the cut. No event before its end is removed, so each keeps its `seq`. Yields
 * about a megabyte at a time. Throws `not_found` if the log has fewer turns, and `bad_log` for an invalid line before
 * its end.
 */
export async function* cutLog(folder: string, { from, to }: TurnRange): AsyncGenerator<readonly LoggedEvent[]> {
  const { turnStarts, turns, end } = await indexOf(folder)
  refuseMissing({ from, to }, turns)
  const lastTurn = Math.min(to, turns)
  const first = from === 0 ? 0 : (turnStarts[from]?.seq ?? 0)
  // Events after the last turn, such as the end of the episode, belong to it.
  const stop = (lastTurn === turns ? end : (turnStarts[lastTurn + 1] ?? end)).seq
  const cut = cutter(first, { from_turn: from, to_turn: lastTurn, turns })
  let isComplete = false
  try {
    for await (const { events, firstSeq } of readLog(folder)) {
      const kept = events.slice(0, Math.max(0, stop - firstSeq)).map(cut)
      isComplete ||= kept.some((event) => event.event_type === 'turn_completed' && event.turn === lastTurn)
      if (kept.length > 0) yield kept
      if (firstSeq + events.length >= stop) return
    }
  } catch (error) {
    // The line after the last wanted turn may be the damaged one.
    if (to === Infinity || !isComplete || !isLogFault(error)) throw error
  }
}

/** Throws `not_found` for turns after the last complete one. */
export function refuseMissing({ from, to }: TurnRange, turns: number): void {
  const missing = [from, to].find((turn) => turn !== Infinity && turn > turns)
  if (missing !== undefined)
    throw new ExpectedError('not_found', `The log has ${turns} complete turns; turn ${missing} is not one of them.`)
}

type Cut = NonNullable<EventOf<'episode_started'>['cut']>

/** Returns a function that cuts the events of a log in order: it empties those before event `first`. */
function cutter(first: number, { from_turn, to_turn, turns }: Cut): (event: LoggedEvent) => LoggedEvent {
  let messages: readonly ChatMessage[] = []
  let isBuiltOn = false
  return (event) => {
    if (event.event_type === 'episode_started')
      return {
        ...event,
        cut: {
          from_turn: Math.max(from_turn, event.cut?.from_turn ?? 0),
          to_turn,
          turns: Math.max(turns ?? 0, event.cut?.turns ?? 0),
        },
      }
    // The message list of a helper's request is complete, and no other list refers to it.
    if (event.event_type === 'llm_request' && event.role !== undefined)
      return event.seq < first ? { ...event, messages_kept: 1, messages_added: [] } : event
    if (event.event_type === 'llm_request') {
      messages = [...messages.slice(0, event.messages_kept), ...event.messages_added]
      // A number of at least 1 refers to an earlier request, whose messages are missing.
      if (event.seq < first) return { ...event, messages_kept: Math.max(1, event.messages_kept), messages_added: [] }
      // The first whole request has its complete list, because later ones refer to it.
      if (isBuiltOn || first === 0) return event
      isBuiltOn = true
      return { ...event, messages_kept: 0, messages_added: messages }
    }
    return event.seq < first ? ({ ...event, ...EMPTY[event.event_type as keyof typeof EMPTY] } as LoggedEvent) : event
  }
}
