import type { EventType, LoggedEvent } from '@shared/episode/log/event'
import { writesNotes } from '@shared/episode/projections/memory-notes'
import { isThought } from '@shared/episode/projections/thoughts'
import type { StoryKind } from '../view/story-filter'
import { useView } from '../view/view-store'

/**
 * The kinds of story content that show an event. `always`: shown by every filter. `never`: the event changes nothing
 * visible.
 */
const SHOWN_BY: Readonly<Record<EventType, readonly StoryKind[] | 'always' | 'never'>> = {
  episode_started: 'never',
  episode_resumed: 'always',
  episode_forked: 'always',
  pause_rules_changed: 'never',
  control_changed: 'never',
  hint_given: 'always',
  hint_withdrawn: 'always',
  episode_ended: 'always',
  turn_started: 'never',
  action_chosen: 'always',
  observation_made: 'always',
  location_surveyed: 'never',
  turn_completed: 'always',
  mcp_manager_init: 'never',
  mcp_init_error: 'always',
  mcp_session_started: 'never',
  tools_offered: 'never',
  mcp_server_failed: 'always',
  mcp_retry_successful: 'never',
  mcp_disabled_fallback: 'always',
  mcp_log: 'never',
  mcp_server_request: 'always',
  mcp_iteration_start: 'never',
  llm_request: ['requests'],
  llm_response: ['requests', 'thoughts'],
  llm_sent: 'never',
  llm_error: ['requests', 'problems'],
  llm_adapted: ['requests', 'problems'],
  mcp_tool_call: ['calls'],
  mcp_progress: 'never',
  mcp_tool_result: ['calls'],
  mcp_tool_timeout: ['calls', 'problems'],
  mcp_tool_error: ['calls', 'problems'],
  mcp_tool_skipped: ['calls'],
  mcp_unexpected_state: 'always',
  mcp_no_content: 'always',
  agent_parse_error: 'always',
  prompt_used: 'never',
  context_compacted: 'never',
  action_proposed: ['requests', 'thoughts'],
  critic_verdict: ['requests', 'thoughts'],
  note_written: ['notes'],
  note_confirmed: 'never',
  note_closed: ['notes'],
  objective_set: 'never',
  objective_closed: 'always',
  stuck_noticed: 'always',
  reflection_made: ['notes'],
  role_disabled: ['requests', 'problems'],
  beliefs_checked: 'never',
  foreknowledge_checked: 'never',
  mcp_session_complete: 'never',
}

/** Kinds of content inside a turn. If the filter shows none of them, steps by event skip no filtered events. */
const INSIDE: readonly StoryKind[] = ['thoughts', 'calls', 'requests']

/** Whether a step by event skips the event, because it changes nothing visible or is filtered out. */
export function isSkippedByStep(event: LoggedEvent): boolean {
  const shownBy = kindsOf(event)
  const { kinds } = useView.getState().storyFilter
  if (typeof shownBy === 'string') return shownBy === 'never'
  return INSIDE.some((kind) => kinds.includes(kind)) && !shownBy.some((kind) => kinds.includes(kind))
}

function kindsOf(event: LoggedEvent): (typeof SHOWN_BY)[EventType] {
  if (event.event_type !== 'mcp_tool_call') return SHOWN_BY[event.event_type]
  if (isThought(event.arguments)) return ['calls', 'thoughts']
  return writesNotes(event.arguments) ? ['calls', 'notes'] : SHOWN_BY.mcp_tool_call
}
