import { describe, expect, it } from 'vitest'
import type { EventBody } from '@shared/episode/event'
import { textLines } from './text-log'

const lines = (...bodies: readonly EventBody[]) => bodies.flatMap((body, seq) => textLines({ seq, at: '2026-01-01T00:00:00.000Z', episode_id: 'e', ...body }, 20))
const call = { turn: 15, iteration: 1, call_id: 'c', tool_name: 'thoughtbox.think', server_name: 'thoughtbox' }

describe('episode.log', () => {
  it('tells a turn with tools in the words of the specification', () => {
    expect(lines(
      { event_type: 'mcp_session_started', turn: 15, servers: [], tool_set: 'abc', mcp_wait_ms: 1 },
      { event_type: 'mcp_tool_call', ...call, arguments: { thought: 'I should explore...' } },
      { event_type: 'mcp_tool_result', ...call, result_type: 'object', result_length: 2, is_error: false, duration_ms: 312, content: {} },
      { event_type: 'mcp_session_complete', turn: 15, iterations: 2, tool_calls_count: 1, tools_used: ['thoughtbox.think'], final_action: 'examine door' },
      { event_type: 'action_chosen', turn: 15, action: 'examine door', reasoning: 'why', new_objective: null, source: 'model' },
    )).toEqual([
      '[INFO] Turn 15: MCP session started (max 20 iterations)',
      '[INFO] Turn 15 Iteration 1: Agent calling tool thoughtbox.think',
      '[DEBUG] Turn 15 Iteration 1: Tool arguments: {"thought":"I should explore..."}',
      '[INFO] Turn 15 Iteration 1: Tool result received (0.3s)',
      '[INFO] Turn 15: MCP session complete (2 iterations, 1 tool calls)',
      '[INFO] Turn 15: Agent action: examine door',
    ])
  })

  it('keeps what went wrong on one line each, whatever line breaks it holds', () => {
    expect(lines(
      { event_type: 'mcp_tool_timeout', ...call, timeout_seconds: 30, duration_ms: 30_000 },
      { event_type: 'mcp_tool_error', ...call, error: 'first\n  second', duration_ms: 1 },
      { event_type: 'mcp_log', turn: 15, server_name: 'thoughtbox', level: 'critical', logger: null, text: 'out\nof thoughts' },
    )).toEqual([
      '[WARNING] Turn 15 Iteration 1: Tool call timeout: thoughtbox.think',
      '[WARNING] Turn 15 Iteration 1: Tool call failed: thoughtbox.think - first / second',
      '[ERROR] Turn 15: MCP server thoughtbox says: out / of thoughts',
    ])
  })
})
