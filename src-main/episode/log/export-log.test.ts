import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatMarkdown } from '@shared/episode/export/markdown'
import type { EventBody, LoggedEvent } from '@shared/episode/log/event'
import { includeNothing, redactEvents } from '@shared/episode/log/redact'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { EpisodeLog } from './episode-log'
import { exportLog, type LogExport } from './export-log'

/** A log that is read in several parts. Its last fifty turns were undone, and forty of them were played again. */
const first = sampleEpisode({ turns: 200 })
const again = sampleEpisode({ turns: 200, seed: 2 })
const startOf = (events: readonly LoggedEvent[], turn: number) =>
  events.findIndex((event) => event.event_type === 'turn_started' && event.turn === turn)
const secret = 'sk-abcdefghijklmnopqrstuvwx'
const log: readonly LoggedEvent[] = [
  ...first,
  ...([
    { event_type: 'episode_resumed', from_turn: 150, turn_limit: 200, app_version: '0.1.0' },
    ...again.slice(startOf(again, 151), startOf(again, 191)),
  ] as readonly EventBody[]),
]
  .map((body, seq) => ({ ...body, seq, at: '2026-03-02T10:00:00.000Z', episode_id: 'episode' }))
  .map((event) =>
    event.event_type === 'observation_made' && event.turn === 120
      ? { ...event, text: `A note says ${secret}.` }
      : event,
  )
let data: string
let folder: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'long-log-'))
  folder = join(data, 'episode')
  await mkdir(folder)
  const file = await EpisodeLog.create(folder)
  for (const event of log) file.append(event)
  await file.close()
})
afterEach(() => rm(data, { recursive: true, force: true }))

describe('an export of a log', () => {
  const read = async (options: Partial<LogExport>) => {
    const parts: string[] = []
    const all = { format: 'markdown', kept: includeNothing, withThoughts: false, range: null } as const
    for await (const text of exportLog(folder, { ...all, ...options })) parts.push(text)
    return parts.join('')
  }

  it.each([true, false])(
    'as a transcript equals that of the whole state, without private parts; thoughts: %s',
    async (withThoughts) => {
      const text = await read({ withThoughts })
      expect(text).toBe(formatMarkdown(foldEvents(redactEvents(log).events), { withThoughts }))
      expect(text).toContain('\\[key\\]')
    },
  )

  it('as lines has every event, without private parts unless requested', async () => {
    const lines = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as LoggedEvent)
    expect(lines(await read({ format: 'jsonl' }))).toEqual(redactEvents(log).events)
    expect(lines(await read({ format: 'jsonl', kept: { key: true, path: true, settings: true } }))).toEqual(log)
  })

  it('as a transcript of a turn range contains only those turns', async () => {
    const text = await read({ range: { from: 5, to: 7 } })
    expect(text.match(/^## \d+/gm)).toEqual(['## 5', '## 6', '## 7'])
    expect(text).toMatch(/^# The Sample/)
  })

  it.each(['markdown', 'jsonl'] as const)('as %s refuses a turn that the log does not have', async (format) => {
    const kind = { kind: 'not_found' }
    await expect(read({ format, range: { from: 5, to: 5000 } })).rejects.toMatchObject(kind)
    await expect(read({ format, range: { from: 5000, to: Infinity } })).rejects.toMatchObject(kind)
  })
})
