import type { EventOf } from '../log/event'
import type { Problem, ServerMessage, ToolCall } from './episode'

/** Sentences for data in the state of an episode, used by the window, the terminal and exports. */

export function problemText(problem: Problem): string {
  switch (problem.event_type) {
    case 'llm_error':
      return problem.role === undefined ? problem.message : `The ${problem.role} did not answer: ${problem.message}`
    case 'llm_adapted':
      return adaptationText(problem)
    case 'mcp_tool_timeout':
      return `${problem.tool_name} gave no answer within ${problem.timeout_seconds} s`
    case 'mcp_tool_error':
      return `${problem.tool_name}: ${problem.error}`
    case 'mcp_server_failed':
      return `Server ${problem.server_name} is not available: ${problem.error}`
    case 'mcp_init_error':
      return `The MCP config cannot be used, so the previous servers stay in use: ${problem.error}`
    case 'mcp_disabled_fallback':
      return `Server ${problem.server_name} is off for the rest of the episode: ${problem.error}`
    case 'mcp_unexpected_state':
      return 'The model answered with neither text nor tool calls'
    case 'mcp_no_content':
      return `No action after ${problem.iterations} ${problem.iterations === 1 ? 'iteration' : 'iterations'}; a final answer was forced`
    case 'agent_parse_error':
      return `The reply is not the JSON that was asked for: ${problem.error}${AFTER_UNREADABLE[problem.next ?? 'default']}`
  }
}

const AFTER_UNREADABLE: Readonly<Record<NonNullable<EventOf<'agent_parse_error'>['next']>, string>> = {
  repair: '. It is asked for once more',
  default: '. The default action is played',
  pause: ', for the third turn in a row. The episode pauses',
  first_proposal: '. The action before it is played',
}

type Adapted = Pick<EventOf<'llm_adapted'>, 'kind' | 'model' | 'name' | 'instead' | 'reason'>

export function adaptationText({ kind, model, name, instead, reason }: Adapted): string {
  if (kind === 'tool') return `The tool ${name} is not offered to ${model}: ${reason}`
  const now = instead === null ? 'It is no longer sent' : `${instead} is sent instead`
  return `${model} refused ${name}. ${now}. The endpoint's reason: ${reason}`
}

export const serverMessageText = (message: ServerMessage): string =>
  message.event_type === 'mcp_log' ? message.text : `${message.method}: ${message.outcome}`

/** The tool's content, or the reason why there is none; null while the call runs. */
export const resultOf = ({ result, timeoutSeconds }: Pick<ToolCall, 'result' | 'timeoutSeconds'>): unknown =>
  timeoutSeconds === undefined ? result : `No answer within ${timeoutSeconds} s`
