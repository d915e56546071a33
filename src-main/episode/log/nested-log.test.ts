import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LEFT_OUT } from '@shared/base/json/bound-json'
import { includeNothing } from '@shared/episode/log/redact'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { loadEpisode } from '../load-episode'
import { EpisodeLog } from './episode-log'
import { exportLog } from './export-log'
import { LOG_FILE } from './log-lines'

/** A log with the unbounded answer of a tool: 3,000 levels, too deep for recursion. */
const nested = '{"a":['.repeat(3000) + ']}'.repeat(3000)
let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'nested-log-')), 'episode')
  await mkdir(folder)
  const file = await EpisodeLog.create(folder)
  const events = sampleEpisode({ turns: 3 })
  for (const event of events) file.append(event)
  await file.close()
  const line = {
    seq: events.length,
    at: '2026-03-02T10:00:00.000Z',
    episode_id: 'sample',
    event_type: 'mcp_tool_result',
    turn: 3,
    iteration: 1,
    call_id: 'c',
    tool_name: 's.t',
    server_name: 's',
    result_type: 'object',
    result_length: 9,
    is_error: false,
    duration_ms: 1,
    content: 'CONTENT',
  }
  await appendFile(
    join(folder, LOG_FILE),
    `${JSON.stringify(line).replace('"CONTENT"', nested)}\n${JSON.stringify({ ...line, event_type: 'control_changed', seq: events.length + 1, mode: 'paused', reason: null })}\n`,
  )
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

describe('a log that nests a value too deeply', () => {
  it('is read to its end, with a notice in place of the removed part', async () => {
    const { state } = await loadEpisode(folder)
    expect(state.control.mode).toBe('paused')
    expect(state.turns).toHaveLength(3)
  })

  it.each(['jsonl', 'markdown'] as const)('is exported as %s', async (format) => {
    const parts: string[] = []
    for await (const text of exportLog(folder, { format, kept: includeNothing, withThoughts: true, range: null }))
      parts.push(text)
    if (format === 'jsonl') expect(parts.join('')).toContain(LEFT_OUT)
    expect(parts.join('').length).toBeGreaterThan(1000)
  })
})
