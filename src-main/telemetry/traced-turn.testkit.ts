import { type EventBody, isDraft, type LoggedEvent } from '@shared/episode/log/event'
import { stampAll } from '@shared/episode/state/arbitrary-episode.testkit'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'

const sampling = { temperature: 0.6, top_p: null, top_k: null, min_p: null, max_tokens: 2000, seed: 7 }
const usage = { input: 100, output: 20, cached: 80, reasoning: null, estimated: false }
const call = { turn: 1, iteration: 1, call_id: 'call_0', tool_name: 'thoughtbox.think', server_name: 'thoughtbox' }

/** The events of a turn: a session with a tool call between two model calls. */
export const tracedTurn: readonly EventBody[] = [
  {
    event_type: 'episode_started',
    format: 2,
    app_version: '1.2.3',
    game: { title: 'T', file_name: 't.z5', sha256: 'x', version: 5, release: 1, serial: '000000' },
    header_profile: 'app',
    seed: 1,
    player: {
      kind: 'llm',
      label: 'm',
      model: 'm',
      base_url: 'https://user:pass@models.example.org/v1',
      profile: 'openrouter',
    },
    handicap: 'L2',
    turn_limit: null,
    prompt_sha256: null,
    sampling,
    settings: {},
  },
  { event_type: 'turn_started', turn: 1 },
  { event_type: 'mcp_session_started', turn: 1, servers: [], tool_set: 'set', mcp_wait_ms: 1 },
  { event_type: 'mcp_iteration_start', turn: 1, iteration: 1, max_iterations: 20 },
  {
    event_type: 'llm_request',
    turn: 1,
    iteration: 1,
    model: 'm',
    messages_kept: 0,
    messages_added: [{ role: 'user', content: 'A field.' }],
    tool_set: 'set',
    tool_choice: 'auto',
    response_format: null,
    sampling,
    forced: false,
  },
  {
    event_type: 'llm_response',
    turn: 1,
    iteration: 1,
    model: 'm-2026',
    content: null,
    reasoning: null,
    tool_calls: [
      { id: 'call_0', type: 'function', function: { name: 'thoughtbox.think', arguments: '{"thought":"x"}' } },
    ],
    finish_reason: 'tool_calls',
    usage,
    cost_usd: 0.25,
    time_to_first_token_ms: 200,
    duration_ms: 500,
    system_fingerprint: null,
  },
  { event_type: 'mcp_tool_call', ...call, arguments: { thought: 'x' } },
  {
    event_type: 'mcp_tool_result',
    ...call,
    result_type: 'object',
    result_length: 7,
    is_error: false,
    duration_ms: 12,
    content: { n: 1 },
  },
  { event_type: 'mcp_iteration_start', turn: 1, iteration: 2, max_iterations: 20 },
  {
    event_type: 'llm_request',
    turn: 1,
    iteration: 2,
    model: 'm',
    messages_kept: 1,
    messages_added: [],
    tool_set: 'set',
    tool_choice: 'auto',
    response_format: null,
    sampling,
    forced: false,
  },
  {
    event_type: 'llm_response',
    turn: 1,
    iteration: 2,
    model: 'm-2026',
    content: '{}',
    reasoning: null,
    tool_calls: [],
    finish_reason: 'stop',
    usage,
    cost_usd: null,
    time_to_first_token_ms: null,
    duration_ms: 300,
    system_fingerprint: null,
  },
  {
    event_type: 'mcp_session_complete',
    turn: 1,
    iterations: 1,
    tool_calls_count: 1,
    tools_used: ['thoughtbox.think'],
    final_action: 'north',
  },
  { event_type: 'action_chosen', turn: 1, action: 'north', reasoning: 'because', new_objective: null, source: 'model' },
  { event_type: 'turn_completed', turn: 1, duration_ms: 900, snapshot: null, state_hash: 'h' },
]

/** Yields the events with timestamps, each with the state after it. */
export function* observed(bodies: readonly EventBody[]): Generator<readonly [LoggedEvent, EpisodeState]> {
  let state = emptyEpisode
  for (const event of stampAll(bodies)) {
    if (isDraft(event)) continue
    state = reduceEpisode(state, event)
    yield [event, state]
  }
}
