import { expect, it } from 'vitest'
import type { EventBody } from '../log/event'
import { stampAll } from './arbitrary-episode.testkit'
import { emptyEpisode } from './episode'
import { reduceEvents } from './reduce-episode'
import { problemText, resultOf } from './strings'

const call = { turn: 1, iteration: 1, call_id: 'a', tool_name: 's.look', server_name: 's' }
const server = { turn: 1, server_name: 's', error: 'it is gone' }
const failure = { turn: 1, iteration: 1, code: 'timeout', message: 'No reply.', attempt: 1, retry_in_ms: null }

const turnWith = (...events: EventBody[]) =>
  reduceEvents(
    emptyEpisode,
    stampAll([
      { event_type: 'turn_started', turn: 1 },
      { event_type: 'mcp_iteration_start', turn: 1, iteration: 1, max_iterations: 20 },
      ...events,
    ]),
  ).openTurn

it.each<[EventBody, string]>([
  [{ event_type: 'llm_error', ...failure }, 'No reply.'],
  [{ event_type: 'llm_error', ...failure, role: 'critic' }, 'The critic did not answer: No reply.'],
  [
    { event_type: 'mcp_tool_timeout', ...call, timeout_seconds: 30, duration_ms: 1 },
    's.look gave no answer within 30 s',
  ],
  [{ event_type: 'mcp_tool_error', ...call, error: 'it is gone', duration_ms: 1 }, 's.look: it is gone'],
  [
    { event_type: 'mcp_server_failed', ...server, attempt: 1, will_retry: true },
    'Server s is not available: it is gone',
  ],
  [
    { event_type: 'mcp_init_error', turn: 1, error: 'it is gone' },
    'The MCP config cannot be used, so the previous servers stay in use: it is gone',
  ],
  [{ event_type: 'mcp_disabled_fallback', ...server }, 'Server s is off for the rest of the episode: it is gone'],
  [
    { event_type: 'mcp_unexpected_state', turn: 1, iteration: 1, finish_reason: null },
    'The model answered with neither text nor tool calls',
  ],
  [{ event_type: 'mcp_no_content', turn: 1, iterations: 1 }, 'No action after 1 iteration; a final answer was forced'],
  [
    { event_type: 'mcp_no_content', turn: 1, iterations: 20 },
    'No action after 20 iterations; a final answer was forced',
  ],
  [
    { event_type: 'agent_parse_error', turn: 1, error: 'no object', raw_response: 'x' },
    'The reply is not the JSON that was asked for: no object. The default action is played',
  ],
])('the problem %j has its sentence', (event, text) => {
  expect(turnWith(event)?.problems.map(problemText)).toEqual([text])
})

it('a call without an answer states its time limit', () => {
  const turn = turnWith({ event_type: 'mcp_tool_timeout', ...call, timeout_seconds: 30, duration_ms: 1 })
  const [late] = turn?.iterations[0]?.toolCalls ?? []
  expect(late).toMatchObject({ status: 'timeout', result: null, timeoutSeconds: 30 })
  expect(late && resultOf(late)).toBe('No answer within 30 s')
})
