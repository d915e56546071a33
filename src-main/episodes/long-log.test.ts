import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventBody, LoggedEvent } from '@shared/episode/event'
import { formatMarkdown } from '@shared/episode/markdown'
import { keepNothing, redactEvents } from '@shared/episode/redact'
import { foldEvents, sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { parseSearch, turnMatches } from '@shared/episode/search'
import { observationBefore } from '@shared/episode/turn-changes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EpisodeLog } from './episode-log'
import { exportLog } from './export-log'
import { searchLog } from './search-log'

/** Long enough to be read in several parts; its last fifty turns were taken back, and forty of them played anew. */
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
const whole = foldEvents(log)
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
const { signal } = new AbortController()

describe('a search of a log', () => {
  it.each([
    'thought:lantern',
    'tool:think',
    'thought:"have not tried **north**" score>0',
    'gallery error:',
    'zeppelin',
  ])('finds the turns that it would find of the whole state: %s', async (search) => {
    const hits: number[] = []
    let last = 0
    for await (const batch of searchLog(folder, search, false, signal)) {
      expect(batch.share).toBeGreaterThanOrEqual(last)
      last = batch.share
      hits.push(...batch.hits)
    }
    expect(last).toBe(1)
    expect(hits).toEqual(
      whole.turns
        .filter((turn) => turnMatches(parseSearch(search), turn, observationBefore(whole, turn.number)))
        .map(({ number }) => number),
    )
  })

  it('stops when nobody waits for it any more', async () => {
    const closing = new AbortController()
    const batches = searchLog(folder, 'thought:lantern', false, closing.signal)
    await batches.next()
    closing.abort()
    await expect(batches.next()).rejects.toThrow('aborted')
  })
})

describe('an export of a log', () => {
  const read = async (options: Parameters<typeof exportLog>[1]) => {
    const parts: Uint8Array[] = []
    for await (const { bytes } of exportLog(folder, options, false, signal)) parts.push(bytes)
    return Buffer.concat(parts).toString()
  }

  it.each([true, false])(
    'as a transcript is the one of the whole state, without what is kept back; thoughts: %s',
    async (withThoughts) => {
      const text = await read({ format: 'markdown', kept: keepNothing, withThoughts })
      expect(text).toBe(formatMarkdown(foldEvents(redactEvents(log).events), { withThoughts }))
      expect(text).toContain('\\[key\\]')
    },
  )

  it('as lines has every event, without what is kept back unless it is asked for', async () => {
    const lines = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as LoggedEvent)
    expect(lines(await read({ format: 'jsonl', kept: keepNothing, withThoughts: false }))).toEqual(
      redactEvents(log).events,
    )
    expect(
      lines(await read({ format: 'jsonl', kept: { key: true, path: true, settings: true }, withThoughts: false })),
    ).toEqual(log)
  })
})
