import { visibleLine } from '@shared/base/visible-text'
import type { EventOf, LoggedEvent } from '@shared/episode/log/event'
import { hintLine } from '@shared/episode/projections/help'
import { formatPauseRules } from '@shared/episode/projections/pause-rules'
import { adaptationText } from '@shared/episode/state/strings'
import { openPlain, pathInside } from '../../base/files/plain-file'
import { writeError } from '../../base/files/write-error'

/** `episode.log`: the same events as text, in the format of the requirements. */
export const TEXT_LOG_FILE = 'episode.log'

/** Rejects with `cannot_write`. */
export async function appendTextLog(folder: string, lines: readonly string[]): Promise<void> {
  const place = pathInside(folder, TEXT_LOG_FILE)
  try {
    const file = await openPlain(place, 'append')
    try {
      await file.appendFile(lines.map((line) => `${line}\n`).join(''))
    } finally {
      await file.close()
    }
  } catch (error) {
    throw writeError('The turn was not saved', place.path, error)
  }
}

/** Creates the file if it is missing. Rejects with `not_plain`, or with the system's error. */
export async function checkTextLog(folder: string): Promise<void> {
  await (await openPlain(pathInside(folder, TEXT_LOG_FILE), 'append')).close()
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)}s`

const oneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' / ')

type Level = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR'
type Entry = readonly [Level, string]
const info = (text: string): readonly Entry[] => [['INFO', text]]
const warning = (text: string): readonly Entry[] => [['WARNING', text]]
const error = (text: string): readonly Entry[] => [['ERROR', text]]
const SKIPPED_AFTER = {
  timeout: 'timeout',
  death: 'the death of the server',
  take_over: 'the user entered the action',
} as const
/** Keyed by the level of a server message. Any other level is logged as an error. */
const LEVELS: Readonly<Record<string, Level>> = { debug: 'INFO', info: 'INFO', notice: 'INFO', warning: 'WARNING' }

/**
 * The lines of an event; most events have none or one. Each is a single line with its prefix and only visible
 * characters, whatever a game, a model or a server sent. Pure, so the text log can be rebuilt from the event log. A
 * line begins as the requirements say; additions, such as the server's name, follow a colon.
 */
export const textLines = (event: LoggedEvent, maxToolIterations: number): readonly string[] =>
  entriesOf(event, maxToolIterations).map(([level, text]) => `[${level}] ${visibleLine(text)}`)

function entriesOf(event: LoggedEvent, maxToolIterations: number): readonly Entry[] {
  const turn = 'turn' in event ? `Turn ${event.turn}` : ''
  const iteration = 'iteration' in event ? `${turn} Iteration ${event.iteration}` : turn
  switch (event.event_type) {
    case 'episode_started':
      return info(
        `Episode ${event.episode_id}: ${event.game.title} (release ${event.game.release}, serial ${event.game.serial}), seed ${event.seed}, player ${event.player.label}`,
      )
    case 'episode_resumed':
      return info(`Episode resumed after turn ${event.from_turn}`)
    case 'episode_forked':
      return info(
        `Episode forked from ${event.parent_episode_id} after turn ${event.parent_turn}, player ${event.player.label}${event.seed === undefined ? '' : `, seed ${event.seed}`}`,
      )
    case 'episode_ended':
      return info(`Episode ended: ${event.ended} (${oneLine(event.reason)})`)
    case 'pause_rules_changed':
      return info(`Pause rules: ${formatPauseRules(event.rules) || 'none'}`)
    case 'control_changed':
      return info(`Control: ${event.mode}${event.reason === null ? '' : ` (${oneLine(event.reason)})`}`)
    case 'hint_given':
      return info(`${turn}: Hint from the user: ${oneLine(hintLine(event))}`)
    case 'hint_withdrawn':
      return info(`${turn}: Hint taken back: ${oneLine(event.text)}`)
    case 'mcp_manager_init':
      return info(`MCP Manager initialized: ${event.servers.join(', ') || 'no servers'}`)
    case 'mcp_init_error':
      return error(`${turn}: Failed to initialize MCP Manager: ${oneLine(event.error)}`)
    case 'mcp_session_started':
      return info(`${turn}: MCP session started (max ${maxToolIterations} iterations)`)
    case 'mcp_tool_call':
      return [
        ['INFO', `${iteration}: Agent calling tool ${event.tool_name}`],
        ['DEBUG', `${iteration}: Tool arguments: ${JSON.stringify(event.arguments)}`],
      ]
    case 'mcp_tool_result':
      return info(`${iteration}: Tool result received (${seconds(event.duration_ms)})`)
    case 'mcp_tool_timeout':
      return warning(`${iteration}: Tool call timeout: ${event.tool_name}`)
    case 'mcp_tool_error':
      return warning(`${iteration}: Tool call failed: ${event.tool_name} - ${oneLine(event.error)}`)
    case 'mcp_tool_skipped':
      return info(
        `${turn}: Skipping remaining tools in batch after ${SKIPPED_AFTER[event.after ?? 'timeout']}: ${event.tool_name}`,
      )
    case 'mcp_log':
      return [[LEVELS[event.level] ?? 'ERROR', `${turn}: MCP server ${event.server_name} says: ${oneLine(event.text)}`]]
    case 'mcp_server_request':
      return info(`${turn}: MCP server ${event.server_name} asked for ${event.method}: ${event.outcome}`)
    case 'mcp_session_complete':
      return info(
        `${turn}: MCP session complete (${event.iterations} iterations, ${event.tool_calls_count} tool calls)`,
      )
    case 'mcp_server_failed':
      return warning(`${turn}: ${describeFailure(event)}: ${oneLine(event.error)}`)
    case 'mcp_retry_successful':
      return info(`${turn}: MCP session retry successful: ${event.server_name}`)
    case 'mcp_disabled_fallback':
      return info(`${turn}: Continuing without MCP tools: ${event.server_name}`)
    case 'mcp_unexpected_state':
      return warning(`${iteration}: LLM returned no content and no tool_calls, finish_reason=${event.finish_reason}`)
    case 'mcp_no_content':
      return [
        ['WARNING', `${turn}: Agent exited tool loop without content after ${event.iterations} iterations`],
        ['INFO', `${turn}: Forcing final action`],
      ]
    case 'agent_parse_error':
      return error(`${turn}: Failed to parse agent response: ${oneLine(event.error)}`)
    case 'llm_error':
      return warning(`${iteration}: LLM call failed (attempt ${event.attempt}): ${oneLine(event.message)}`)
    case 'llm_adapted':
      return warning(`${iteration}: ${oneLine(adaptationText(event))}`)
    case 'action_chosen':
      return [
        ...(event.source === 'human' ? [['INFO', `${turn}: Action entered by the user`] as const] : []),
        ['INFO', `${turn}: Agent action: ${event.action}`],
      ]
    case 'observation_made':
      return info(`${turn}: Game: ${oneLine(event.text)}`)
    case 'context_compacted':
      return info(`${turn}: Turns ${event.from_turn} to ${event.to_turn} are summarized from here on`)
    case 'action_proposed':
      return info(`${turn}: Proposed (attempt ${event.attempt}): ${event.action}`)
    case 'critic_verdict':
      return info(`${turn}: ${event.by === 'rule' ? 'Guard' : 'Critic'}: ${event.verdict}: ${oneLine(event.reason)}`)
    case 'note_written':
      return info(`${turn}: Note ${event.id} of the ${event.by}: ${oneLine(event.text)}`)
    case 'note_confirmed':
      return info(`${turn}: Note ${event.id} confirmed by the ${event.by}`)
    case 'note_closed':
      return info(`${turn}: Note ${event.id} closed: ${event.why}`)
    case 'objective_set':
      return info(`${turn}: Objective ${event.id} of the ${event.by}: ${oneLine(event.text)}`)
    case 'objective_closed':
      return info(`${turn}: Objective ${event.id} closed: ${event.how}`)
    case 'stuck_noticed':
      return info(`${turn}: Stuck level ${event.level}: ${event.signals.join(', ') || 'no signal'}`)
    case 'reflection_made':
      return info(`${turn}: Reflector: ${oneLine(event.cause)}`)
    case 'role_disabled':
      return warning(`${turn}: The ${event.role} is off for the rest of the episode: ${oneLine(event.reason)}`)
    case 'turn_started':
    case 'prompt_used':
    case 'beliefs_checked':
    case 'foreknowledge_checked':
    case 'location_surveyed':
    case 'turn_completed':
    case 'tools_offered':
    case 'mcp_iteration_start':
    case 'llm_request':
    case 'llm_sent':
    case 'llm_response':
    case 'mcp_progress':
      return []
    default:
      return event satisfies never
  }
}

function describeFailure({ server_name, attempt, will_retry }: EventOf<'mcp_server_failed'>): string {
  if (will_retry) return `MCP session connect failed, retrying: ${server_name}`
  return attempt === 1
    ? `Failed to start MCP server '${server_name}'`
    : `MCP retry failed, disabling MCP for episode: ${server_name}`
}
