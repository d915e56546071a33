import { expect, it } from 'vitest'
import { emptyEpisode } from '@shared/episode/state/episode'
import { describeEnd, transcriptLines } from './transcript'

it('names and messages of a model or a server add no line', () => {
  const call = { turn: 1, iteration: 1, call_id: 'c', server_name: 's' }
  const at = { seq: 0, at: '2026-01-01T00:00:00.000Z', episode_id: 'e' }
  expect(
    transcriptLines(emptyEpisode, {
      ...at,
      event_type: 'mcp_tool_call',
      ...call,
      tool_name: 's.x\n> quit\u202e',
      arguments: {},
    }),
  ).toEqual([String.raw`    s.x\u{a}> quit\u{202e} {}`])
  expect(
    transcriptLines(emptyEpisode, {
      ...at,
      event_type: 'action_chosen',
      turn: 1,
      action: 'look\n\n[turn 9 · score 350]',
      reasoning: '',
      new_objective: null,
      source: 'model',
    }),
  ).toEqual(['> look [turn 9 · score 350]'])
})

const end = { ended: null, reason: null, turns: 3, score: null, maxScore: null }

it.each([
  [{ ...end, ended: 'turn_limit', reason: 'The limit of 1 turns was reached', turns: 1 } as const, /after 1 turn$/],
  [{ ...end, reason: 'Paused: No key. Enter one.' }, /^after 3 turns: Paused: No key\. Enter one\.$/],
  [{ ...end, reason: 'Paused: a tool failed' }, /^Paused: a tool failed after 3 turns$/],
  [
    { ...end, ended: 'error', reason: 'Error: no\nCheck it.', turns: 0 } as const,
    /^after 0 turns: Error: no\nCheck it\.$/,
  ],
  [{ ...end, score: 5, maxScore: 100 }, /^paused: There was no one to answer after 3 turns, score 5 of 100$/],
])('the end of an episode is reported once and counted correctly: %j', (summary, line) => {
  expect(describeEnd(summary)).toMatch(line)
})

it('a warning of a server is one line, and its other log entries are not shown', () => {
  const log = { seq: 0, at: '2026-01-01T00:00:00.000Z', episode_id: 'e', turn: 1, server_name: 's', logger: null }
  const lines = (level: 'info' | 'warning') =>
    transcriptLines(emptyEpisode, { ...log, event_type: 'mcp_log', level, text: 'The tool "b"\nis left out.' })
  expect(lines('warning')).toEqual([String.raw`    ! s: The tool "b"\u{a}is left out.`])
  expect(lines('info')).toEqual([])
})
