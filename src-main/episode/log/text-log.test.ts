import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventBody, LoggedEvent } from '@shared/episode/log/event'
import { isDraft } from '@shared/episode/log/event'
import { arbitraryEpisode } from '@shared/episode/state/arbitrary-episode.testkit'
import { appendTextLog, TEXT_LOG_FILE, textLines } from './text-log'

const lines = (...bodies: readonly EventBody[]) =>
  bodies.flatMap((body, seq) => textLines({ seq, at: '2026-01-01T00:00:00.000Z', episode_id: 'e', ...body }, 20))
const call = { turn: 15, iteration: 1, call_id: 'c', tool_name: 'thoughtbox.think', server_name: 'thoughtbox' }

describe('episode.log', () => {
  it('writes a turn with tools in the required format', () => {
    expect(
      lines(
        { event_type: 'mcp_session_started', turn: 15, servers: [], tool_set: 'abc', mcp_wait_ms: 1 },
        { event_type: 'mcp_tool_call', ...call, arguments: { thought: 'I should explore...' } },
        {
          event_type: 'mcp_tool_result',
          ...call,
          result_type: 'object',
          result_length: 2,
          is_error: false,
          duration_ms: 312,
          content: {},
        },
        {
          event_type: 'mcp_session_complete',
          turn: 15,
          iterations: 1,
          tool_calls_count: 1,
          tools_used: ['thoughtbox.think'],
          final_action: 'examine door',
        },
        {
          event_type: 'action_chosen',
          turn: 15,
          action: 'examine door',
          reasoning: 'why',
          new_objective: null,
          source: 'model',
        },
      ),
    ).toEqual([
      '[INFO] Turn 15: MCP session started (max 20 iterations)',
      '[INFO] Turn 15 Iteration 1: Agent calling tool thoughtbox.think',
      '[DEBUG] Turn 15 Iteration 1: Tool arguments: {"thought":"I should explore..."}',
      '[INFO] Turn 15 Iteration 1: Tool result received (0.3s)',
      '[INFO] Turn 15: MCP session complete (1 iterations, 1 tool calls)',
      '[INFO] Turn 15: Agent action: examine door',
    ])
  })

  it('writes each error on one line, whatever line breaks it contains', () => {
    expect(
      lines(
        { event_type: 'mcp_tool_timeout', ...call, timeout_seconds: 30, duration_ms: 30_000 },
        { event_type: 'mcp_tool_error', ...call, error: 'first\n  second', duration_ms: 1 },
        {
          event_type: 'mcp_log',
          turn: 15,
          server_name: 'thoughtbox',
          level: 'critical',
          logger: null,
          text: 'out\nof thoughts',
        },
      ),
    ).toEqual([
      '[WARNING] Turn 15 Iteration 1: Tool call timeout: thoughtbox.think',
      '[WARNING] Turn 15 Iteration 1: Tool call failed: thoughtbox.think - first / second',
      '[ERROR] Turn 15: MCP server thoughtbox says: out / of thoughts',
    ])
  })

  it('records a person’s actions and hints, and the tool calls that an action ended', () => {
    expect(
      lines(
        { event_type: 'hint_given', turn: 16, text: 'Try\nthe cellar.' },
        { event_type: 'hint_withdrawn', turn: 16, text: 'Try\nthe cellar.' },
        { event_type: 'mcp_tool_skipped', ...call, reason: 'A person said the action.', after: 'take_over' },
        { event_type: 'action_chosen', turn: 15, action: 'wait', reasoning: '', new_objective: null, source: 'human' },
      ),
    ).toEqual([
      '[INFO] Turn 16: Hint from the user: Try / the cellar.',
      '[INFO] Turn 16: Hint taken back: Try / the cellar.',
      '[INFO] Turn 15: Skipping remaining tools in batch after the user entered the action: thoughtbox.think',
      '[INFO] Turn 15: Action entered by the user',
      '[INFO] Turn 15: Agent action: wait',
    ])
  })

  it('records retries, and that play continues without tools, in the required format', () => {
    const failed = { event_type: 'mcp_server_failed', server_name: 'thoughtbox', error: 'Connection refused' } as const
    expect(
      lines(
        { ...failed, turn: 16, attempt: 1, will_retry: true },
        { event_type: 'mcp_retry_successful', turn: 16, server_name: 'thoughtbox' },
        { ...failed, turn: 17, attempt: 1, will_retry: true },
        { ...failed, turn: 17, attempt: 2, will_retry: false },
        { event_type: 'mcp_disabled_fallback', turn: 17, server_name: 'thoughtbox', error: 'Connection refused' },
      ),
    ).toEqual([
      '[WARNING] Turn 16: MCP session connect failed, retrying: thoughtbox: Connection refused',
      '[INFO] Turn 16: MCP session retry successful: thoughtbox',
      '[WARNING] Turn 17: MCP session connect failed, retrying: thoughtbox: Connection refused',
      '[WARNING] Turn 17: MCP retry failed, disabling MCP for episode: thoughtbox: Connection refused',
      '[INFO] Turn 17: Continuing without MCP tools: thoughtbox',
    ])
  })

  it('records the servers of an episode, and why it cannot start', () => {
    expect(
      lines(
        { event_type: 'mcp_manager_init', servers: ['thoughtbox', 'weather'] },
        {
          event_type: 'mcp_init_error',
          turn: 1,
          error: 'MCP is enabled but config file not found: mcp_config.json\nPlease either: ...',
        },
        {
          event_type: 'mcp_server_failed',
          turn: 1,
          server_name: 'thoughtbox',
          error: 'it exited with code 3',
          attempt: 1,
          will_retry: false,
        },
      ),
    ).toEqual([
      '[INFO] MCP Manager initialized: thoughtbox, weather',
      '[ERROR] Turn 1: Failed to initialize MCP Manager: MCP is enabled but config file not found: mcp_config.json / Please either: ...',
      "[WARNING] Turn 1: Failed to start MCP server 'thoughtbox': it exited with code 3",
    ])
  })

  it('records skipped calls and a loop without an answer in the required format', () => {
    expect(
      lines(
        { event_type: 'mcp_tool_timeout', ...call, timeout_seconds: 30, duration_ms: 30_000 },
        {
          event_type: 'mcp_tool_skipped',
          ...call,
          tool_name: 'weather.now',
          reason: 'skipped, because thoughtbox.think gave no answer in time',
          after: 'timeout',
        },
        {
          event_type: 'mcp_tool_skipped',
          ...call,
          tool_name: 'weather.now',
          reason: 'skipped, because the server thoughtbox is gone',
          after: 'death',
        },
        { event_type: 'mcp_no_content', turn: 15, iterations: 20 },
      ),
    ).toEqual([
      '[WARNING] Turn 15 Iteration 1: Tool call timeout: thoughtbox.think',
      '[INFO] Turn 15: Skipping remaining tools in batch after timeout: weather.now',
      '[INFO] Turn 15: Skipping remaining tools in batch after the death of the server: weather.now',
      '[WARNING] Turn 15: Agent exited tool loop without content after 20 iterations',
      '[INFO] Turn 15: Forcing final action',
    ])
  })

  it('begins every line with its prefix, whatever line breaks an event contains', () => {
    const breaks = fc.stringMatching(/^[a-z]{0,4}(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])[a-z\n]{0,4}$/)
    fc.assert(
      fc.property(arbitraryEpisode, breaks, ({ whole }, broken) => {
        const events = whole.filter((event): event is LoggedEvent => !isDraft(event))
        const spoilt = JSON.parse(JSON.stringify([...events, ...loose(broken)]), (key, value: unknown) =>
          typeof value === 'string' && key !== 'event_type' && key !== 'level' && key !== 'mode' && key !== 'after'
            ? broken + value + broken
            : value,
        ) as LoggedEvent[]
        for (const line of spoilt.flatMap((event) => textLines(event, 20)))
          expect(line).toMatch(/^\[(?:DEBUG|INFO|WARNING|ERROR)\] [^\n\v\f\r\u0085\u2028\u2029]*$/)
      }),
    )
  })
})

/** Events that the episodes of the generator lack. */
const loose = (text: string): readonly LoggedEvent[] =>
  (
    [
      { event_type: 'control_changed', mode: 'paused', reason: text },
      { event_type: 'episode_ended', ended: 'error', reason: text },
      { event_type: 'mcp_init_error', turn: 1, error: text },
      { event_type: 'mcp_manager_init', servers: [text] },
      { event_type: 'mcp_tool_skipped', ...call, reason: text, after: 'timeout' },
      { event_type: 'mcp_unexpected_state', turn: 1, iteration: 1, finish_reason: text },
      { event_type: 'mcp_server_failed', turn: 2, server_name: text, error: text, attempt: 2, will_retry: false },
      { event_type: 'mcp_disabled_fallback', turn: 2, server_name: text, error: text },
      { event_type: 'llm_error', turn: 2, iteration: 1, code: text, message: text, attempt: 1, retry_in_ms: null },
      { event_type: 'agent_parse_error', turn: 2, error: text, raw_response: text },
    ] satisfies readonly EventBody[]
  ).map((body, seq) => ({ seq, at: '2026-01-01T00:00:00.000Z', episode_id: 'e', ...body }))

it('episode.log: untrusted text is one line with visible characters only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-text-log-'))
  try {
    await appendTextLog(
      folder,
      lines(
        {
          event_type: 'action_chosen',
          turn: 1,
          action: 'look\n[INFO] Episode ended: won',
          reasoning: '',
          new_objective: null,
          source: 'model',
        },
        { event_type: 'mcp_tool_call', ...call, tool_name: 's.\u001b[8mx\u202e', arguments: { '\u009b': '\u2028' } },
      ),
    )
    expect(readFileSync(join(folder, TEXT_LOG_FILE), 'utf8').split('\n')).toEqual([
      String.raw`[INFO] Turn 1: Agent action: look\u{a}[INFO] Episode ended: won`,
      String.raw`[INFO] Turn 15 Iteration 1: Agent calling tool s.\u{1b}[8mx\u{202e}`,
      String.raw`[DEBUG] Turn 15 Iteration 1: Tool arguments: {"\u{9b}":"\u{2028}"}`,
      '',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
