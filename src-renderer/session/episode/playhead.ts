import type { EventType, LoggedEvent } from '@shared/episode/log/event'
import type { History } from './history'

/**
 * The point that the whole window shows. `event` counts from 0 inside the turn; null is the turn's last event, which is
 * where a step by turn lands. "live" is glued to the end: to what comes in while the episode runs, to the last event
 * once it has ended.
 */
export type Playhead = 'live' | { readonly turn: number; readonly event: number | null }

/** `seq` of the last event applied. A playhead beyond what is known stands at the end. */
export function seqOf({ spans, latest }: History, playhead: Playhead): number {
  if (playhead === 'live') return latest.seq
  const span = spans[playhead.turn]
  if (!span) return latest.seq
  const last = span.lastSeq ?? latest.seq
  return playhead.event === null ? last : Math.min(span.firstSeq + playhead.event, last)
}

/** The turn under the playhead, 0 being the opening. */
export const turnOf = ({ spans }: History, playhead: Playhead): number =>
  playhead === 'live' ? spans.length - 1 : Math.min(playhead.turn, spans.length - 1)

/**
 * Not "live", however little has been read: who asks for it while an episode is being opened is not to end up at its
 * end.
 */
export const FIRST_TURN: Playhead = { turn: 0, event: null }

/**
 * Turn `turn`, or the nearest there is; the last one is "live". Of a log that is not read yet (`isRead`) nobody knows
 * which is the last: the playhead then waits for the turn it was sent to.
 */
export function atTurn({ spans }: History, turn: number, isRead = true): Playhead {
  if (isRead && turn >= spans.length - 1) return 'live'
  return { turn: Math.max(0, Math.round(turn)), event: null }
}

/** At `share` (0 to 1) of the turns there are. */
export const atShare = (history: History, share: number, isRead = true): Playhead =>
  atTurn(history, Math.round(share * (history.spans.length - 1)), isRead)

/** `turns` further, back if negative. From inside a turn, the first step back is to the turn before. */
export function stepTurns(history: History, playhead: Playhead, turns: number, isRead = true): Playhead {
  const from = isRead || playhead === 'live' ? turnOf(history, playhead) : playhead.turn
  return atTurn(history, from + turns, isRead)
}

/** Whether a kind of event changes nothing a reader would look at. */
const IS_BOOKKEEPING: Readonly<Record<EventType, boolean>> = {
  episode_started: true,
  episode_resumed: false,
  episode_forked: false,
  pause_rules_changed: true,
  control_changed: true,
  hint_given: false,
  episode_ended: false,
  turn_started: true,
  action_chosen: false,
  observation_made: false,
  location_surveyed: true,
  turn_completed: false,
  mcp_manager_init: true,
  mcp_init_error: false,
  mcp_session_started: true,
  tools_offered: true,
  mcp_server_failed: false,
  mcp_retry_successful: true,
  mcp_disabled_fallback: false,
  mcp_log: true,
  mcp_server_request: false,
  mcp_iteration_start: true,
  llm_request: false,
  llm_response: false,
  llm_error: false,
  mcp_tool_call: false,
  mcp_progress: true,
  mcp_tool_result: false,
  mcp_tool_timeout: false,
  mcp_tool_error: false,
  mcp_tool_skipped: false,
  mcp_unexpected_state: false,
  mcp_no_content: false,
  agent_parse_error: false,
  prompt_used: true,
  context_compacted: true,
  action_proposed: false,
  critic_verdict: false,
  note_written: false,
  note_confirmed: true,
  note_closed: false,
  objective_set: true,
  objective_closed: false,
  stuck_noticed: false,
  reflection_made: false,
  role_disabled: false,
  beliefs_checked: true,
  mcp_session_complete: true,
}

/** A step by event passes over them. */
export const isBookkeeping = ({ event_type }: LoggedEvent): boolean => IS_BOOKKEEPING[event_type]

/**
 * One event on (+1) or back (-1), over the borders of turns; events that `isSkipped` are passed over. What is not read
 * yet cannot be counted: there it stays.
 */
export function stepEvent(
  history: History,
  playhead: Playhead,
  by: 1 | -1,
  isSkipped: (event: LoggedEvent) => boolean = () => false,
  isRead = true,
): Playhead {
  const { spans, events, latest } = history
  let turn = turnOf(history, playhead)
  // Live may lie beyond the last turn, after one that was cut off.
  let seq = Math.min(seqOf(history, playhead), (spans[turn]?.lastSeq ?? latest.seq) + 1)
  for (;;) {
    seq += by
    const span = spans[turn]
    if (!span || turn < 0) return { turn: 0, event: 0 }
    if (seq > (span.lastSeq ?? latest.seq)) {
      const next = spans[++turn]
      if (!next) return isRead ? 'live' : playhead
      seq = next.firstSeq
    } else if (seq < span.firstSeq) {
      const previous = spans[--turn]
      if (!previous) return { turn: 0, event: 0 }
      seq = previous.lastSeq ?? latest.seq
    }
    const event = events[seq]
    if (event && !isSkipped(event)) return { turn, event: seq - (spans[turn]?.firstSeq ?? 0) }
  }
}
