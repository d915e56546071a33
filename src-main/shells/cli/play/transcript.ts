import { visibleLine } from '@shared/base/visible-text'
import { cutText } from '@shared/base/whole-characters'
import type { EpisodeEvent, EventOf, LogLevel } from '@shared/episode/log/event'
import { hintLine } from '@shared/episode/projections/help'
import { formatPauseRules } from '@shared/episode/projections/pause-rules'
import type { EpisodeSummary } from '@shared/episode/projections/summary'
import type { EpisodeState } from '@shared/episode/state/episode'
import { traitsOf } from '@shared/episode/state/players'
import { problemText } from '@shared/episode/state/strings'

/** The lines that the terminal prints for an event. Events and state are those that the window shows. */
export function transcriptLines(state: EpisodeState, event: EpisodeEvent): readonly string[] {
  switch (event.event_type) {
    case 'episode_started':
      return [
        visibleLine(
          `${event.game.title}, release ${event.game.release} / serial ${event.game.serial}, seed ${event.seed}`,
        ),
        playerLine(event),
        '',
      ]
    case 'episode_resumed':
      return [`(resumed after turn ${event.from_turn})`, '']
    case 'episode_forked':
      return [
        `(forked from ${visibleLine(event.parent_episode_id)} after turn ${event.parent_turn})`,
        playerLine(event),
        '',
      ]
    case 'mcp_tool_call':
      return [`    ${visibleLine(event.tool_name)} ${summarize(event.arguments)}`]
    case 'mcp_tool_timeout':
    case 'mcp_tool_error':
    case 'mcp_init_error':
    case 'mcp_server_failed':
    case 'mcp_disabled_fallback':
    case 'agent_parse_error':
    case 'llm_error':
    case 'llm_adapted':
      return [`    ! ${problemText(event).replaceAll('\n', '\n      ')}`]
    case 'mcp_log':
      return SEVERE.has(event.level) ? [`    ! ${visibleLine(`${event.server_name}: ${event.text}`)}`] : []
    case 'pause_rules_changed':
      return [`    (pause rules: ${formatPauseRules(event.rules) || 'none'})`]
    case 'hint_given':
      return [
        `    (${event.source?.kind === 'resource' ? 'attached' : 'suggested'} for turn ${event.turn}: ${oneLine(hintLine(event))})`,
      ]
    case 'hint_withdrawn':
      return [`    (taken back: ${oneLine(event.text)})`]
    case 'control_changed':
      return event.mode === 'paused' ? [`    (${oneLine(event.reason ?? 'paused')})`] : []
    case 'action_chosen':
      return [
        ...(event.reasoning ? [`    ${oneLine(event.reasoning)}`] : []),
        `> ${oneLine(event.action)}${byPerson(state, event)}`,
      ]
    case 'observation_made':
      return [event.text.trim(), '', `[turn ${event.turn}${progress(event)}]`]
    case 'critic_verdict':
      return event.verdict === 'reject' ? [`    (rejected: ${oneLine(event.reason)})`] : []
    case 'note_written':
      return [`    (note: ${oneLine(event.text)})`]
    case 'objective_set':
      return [`    (objective: ${oneLine(event.text)})`]
    case 'reflection_made':
      return [`    (reflection: ${oneLine(event.cause)})`]
    case 'role_disabled':
      return [`    ! the ${event.role} is off for the rest of the episode: ${oneLine(event.reason)}`]
    case 'episode_ended':
    case 'action_proposed':
    case 'beliefs_checked':
    case 'foreknowledge_checked':
    case 'context_compacted':
    case 'note_closed':
    case 'note_confirmed':
    case 'objective_closed':
    case 'prompt_used':
    case 'stuck_noticed':
    case 'turn_started':
    case 'location_surveyed':
    case 'turn_completed':
    case 'tools_offered':
    case 'llm_delta':
    case 'llm_request':
    case 'llm_sent':
    case 'llm_response':
    case 'mcp_iteration_start':
    case 'mcp_manager_init':
    case 'mcp_no_content':
    case 'mcp_progress':
    case 'mcp_retry_successful':
    case 'mcp_server_request':
    case 'mcp_session_complete':
    case 'mcp_session_started':
    case 'mcp_tool_result':
    case 'mcp_tool_skipped':
    case 'mcp_unexpected_state':
      return []
    default:
      return event satisfies never
  }
}

const SEVERE: ReadonlySet<LogLevel> = new Set(['warning', 'error', 'critical', 'alert', 'emergency'])

/** Marks an action that is not the player's. */
const byPerson = (state: EpisodeState, { source }: EventOf<'action_chosen'>) =>
  source === 'human' && !traitsOf(state).isPerson ? ' (entered by a person)' : ''

const playerLine = ({ player }: { readonly player: { readonly label: string } }) =>
  visibleLine(`Player: ${player.label}`)

function progress({ location, score, moves }: EventOf<'observation_made'>): string {
  return [
    location && ` · ${visibleLine(location.name)}`,
    score !== null && ` · score ${score}`,
    moves !== null && ` · moves ${moves}`,
  ]
    .filter(Boolean)
    .join('')
}

function summarize(value: unknown): string {
  const thought = typeof value === 'object' && value !== null && 'thought' in value ? value.thought : undefined
  const text = typeof thought === 'string' ? thought : JSON.stringify(value)
  return oneLine(text.length > 160 ? `${cutText(text, 159)}…` : text)
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

type Ended = Pick<EpisodeSummary, 'ended' | 'reason' | 'turns' | 'score' | 'maxScore'>

/** The last line about an episode: how it ended, its turns and its score. */
export function describeEnd({ ended, reason, turns, score, maxScore }: Ended): string {
  const [state, why] = [ended ?? 'paused', reason ?? 'There was no one to answer']
  const what = why.toLowerCase().startsWith(state) ? why : `${state}: ${why}`
  const points = score === null ? '' : `, score ${score}${maxScore === null ? '' : ` of ${maxScore}`}`
  const when = `after ${turns} ${turns === 1 ? 'turn' : 'turns'}${points}`
  // A sentence that is complete or has several lines must stay at the end.
  return /[.!?]$|\n/.test(what) ? `${when}: ${what}` : `${what} ${when}`
}
