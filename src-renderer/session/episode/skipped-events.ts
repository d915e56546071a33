import type { LoggedEvent } from '@shared/episode/log/event'
import { writesNotes } from '@shared/episode/projections/memory-notes'
import { isBookkeeping } from './playhead'
import type { StoryKind } from '../view/story-filter'
import { useView } from '../view/view-store'

/** True for events that a step by event skips: those that change nothing visible, and those filtered out. */
export const isSkippedByStep = (event: LoggedEvent): boolean =>
  isBookkeeping(event) || isFilteredOut(event, useView.getState().storyFilter.kinds)

/** Kinds of events inside a turn. If the filter shows none of them, no event is filtered out. */
const INSIDE: readonly StoryKind[] = ['thoughts', 'calls', 'requests']

function isFilteredOut(event: LoggedEvent, kinds: readonly StoryKind[]): boolean {
  return (
    INSIDE.some((kind) => kinds.includes(kind)) && (kindsOf(event)?.every((kind) => !kinds.includes(kind)) ?? false)
  )
}

/** The filter kinds that show an event. Null: shown by every filter. */
function kindsOf(event: LoggedEvent): readonly StoryKind[] | null {
  switch (event.event_type) {
    case 'llm_request':
      return ['requests']
    case 'llm_response':
      return ['requests', 'thoughts']
    case 'llm_error':
    case 'role_disabled':
      return ['requests', 'problems']
    case 'action_proposed':
    case 'critic_verdict':
      return ['requests', 'thoughts']
    case 'context_compacted':
      return ['requests']
    case 'note_written':
    case 'note_confirmed':
    case 'note_closed':
    case 'reflection_made':
      return ['notes']
    case 'mcp_tool_call':
      if (isThought(event.arguments)) return ['calls', 'thoughts']
      return writesNotes(event.arguments) ? ['calls', 'notes'] : ['calls']
    case 'mcp_tool_result':
    case 'mcp_tool_skipped':
      return ['calls']
    case 'mcp_tool_error':
    case 'mcp_tool_timeout':
      return ['calls', 'problems']
    case 'episode_started':
    case 'episode_resumed':
    case 'episode_forked':
    case 'pause_rules_changed':
    case 'control_changed':
    case 'hint_given':
    case 'episode_ended':
    case 'turn_started':
    case 'action_chosen':
    case 'observation_made':
    case 'location_surveyed':
    case 'turn_completed':
    case 'beliefs_checked':
    case 'objective_set':
    case 'objective_closed':
    case 'prompt_used':
    case 'stuck_noticed':
    case 'tools_offered':
    case 'agent_parse_error':
    case 'mcp_manager_init':
    case 'mcp_init_error':
    case 'mcp_session_started':
    case 'mcp_session_complete':
    case 'mcp_iteration_start':
    case 'mcp_server_failed':
    case 'mcp_retry_successful':
    case 'mcp_disabled_fallback':
    case 'mcp_log':
    case 'mcp_server_request':
    case 'mcp_progress':
    case 'mcp_unexpected_state':
    case 'mcp_no_content':
      return null
    default:
      return event satisfies never
  }
}

/** Recognized by the shape of the call, as in thoughts.ts. */
const isThought = (given: unknown): boolean => typeof given === 'object' && given !== null && 'thought' in given
