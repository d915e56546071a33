import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoggedEvent } from '@shared/episode/event'
import { notWritten } from '../files/not-written'

/** `episode.log`: the same events in the words of the specification ("Episode Log Format"), for reading with the eye and with grep. */
export const TEXT_LOG_FILE = 'episode.log'

/** Rejects with `cannot_write`. */
export async function appendTextLog(folder: string, lines: readonly string[]): Promise<void> {
  const path = join(folder, TEXT_LOG_FILE)
  await appendFile(path, lines.map((line) => `${line}\n`).join('')).catch((error: unknown) => { throw notWritten('The turn was not saved', path, error) })
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)}s`
const oneLine = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ' / ')

/** The lines an event adds, most of them none or one. Pure: the text log can be made again from the event log. */
export function textLines(event: LoggedEvent, maxToolIterations: number): readonly string[] {
  switch (event.event_type) {
    case 'episode_started':
      return [`[INFO] Episode ${event.episode_id}: ${event.game.title} (release ${event.game.release}, serial ${event.game.serial}), seed ${event.seed}, player ${event.player.label}`]
    case 'episode_resumed':
      return [`[INFO] Episode resumed after turn ${event.from_turn}`]
    case 'episode_forked':
      return [`[INFO] Episode forked from ${event.parent_episode_id} after turn ${event.parent_turn}, player ${event.player.label}`]
    case 'episode_ended':
      return [`[INFO] Episode ended: ${event.ended} (${event.reason})`]
    case 'control_changed':
      return [`[INFO] Control: ${event.mode}${event.reason === null ? '' : ` (${event.reason})`}`]
    case 'mcp_session_started':
      return event.tool_set === null ? [] : [`[INFO] Turn ${event.turn}: MCP session started (max ${maxToolIterations} iterations)`]
    case 'mcp_tool_call':
      return [
        `[INFO] Turn ${event.turn} Iteration ${event.iteration}: Agent calling tool ${event.tool_name}`,
        `[DEBUG] Turn ${event.turn} Iteration ${event.iteration}: Tool arguments: ${JSON.stringify(event.arguments)}`,
      ]
    case 'mcp_tool_result':
      return [`[INFO] Turn ${event.turn} Iteration ${event.iteration}: Tool result received (${seconds(event.duration_ms)})`]
    case 'mcp_tool_timeout':
      return [`[WARNING] Turn ${event.turn} Iteration ${event.iteration}: Tool call timeout: ${event.tool_name}`]
    case 'mcp_tool_error':
      return [`[WARNING] Turn ${event.turn} Iteration ${event.iteration}: Tool call failed: ${event.tool_name} - ${oneLine(event.error)}`]
    case 'mcp_tool_skipped':
      return [`[WARNING] Turn ${event.turn} Iteration ${event.iteration}: Tool call skipped: ${event.tool_name} - ${event.reason}`]
    case 'mcp_log':
      return [`[${/^(?:debug|info|notice)$/.test(event.level) ? 'INFO' : event.level === 'warning' ? 'WARNING' : 'ERROR'}] Turn ${event.turn}: MCP server ${event.server_name} says: ${oneLine(event.text)}`]
    case 'mcp_server_request':
      return [`[INFO] Turn ${event.turn}: MCP server ${event.server_name} asked for ${event.method}: ${event.outcome}`]
    case 'mcp_session_complete':
      return event.iterations === 0 ? [] : [`[INFO] Turn ${event.turn}: MCP session complete (${event.iterations} iterations, ${event.tool_calls_count} tool calls)`]
    case 'mcp_server_failed':
      return [`[WARNING] Turn ${event.turn}: MCP server ${event.server_name} failed (attempt ${event.attempt}): ${oneLine(event.error)}`]
    case 'mcp_disabled_fallback':
      return [`[WARNING] Turn ${event.turn}: MCP disabled for ${event.server_name}, continuing without its tools: ${oneLine(event.error)}`]
    case 'mcp_unexpected_state':
      return [`[WARNING] Turn ${event.turn} Iteration ${event.iteration}: LLM returned no content and no tool_calls, finish_reason=${event.finish_reason}`]
    case 'mcp_no_content':
      return [`[WARNING] Turn ${event.turn}: Forcing final action after ${event.iterations} iterations without content`]
    case 'agent_parse_error':
      return [`[ERROR] Turn ${event.turn}: Failed to parse agent response: ${oneLine(event.error)}`]
    case 'llm_error':
      return [`[WARNING] Turn ${event.turn} Iteration ${event.iteration}: LLM call failed (attempt ${event.attempt}): ${oneLine(event.message)}`]
    case 'action_chosen':
      return [`[INFO] Turn ${event.turn}: Agent action: ${event.action}`]
    case 'observation_made':
      return [`[INFO] Turn ${event.turn}: Game: ${oneLine(event.text)}`]
    default:
      return []
  }
}
