import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { summarizeEpisode } from '@shared/episode/projections/summary'
import { episodeSummary } from '@shared/episode/projections/summary-schema'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EpisodeLog } from './episode-log'
import { isLogFault, type LogFault } from './log-error'
import { LOG_FILE } from './log-lines'
import { loadEpisode, loadReadable } from '../load-episode'
import { checkedEvents } from './read-log'

const events = sampleEpisode({ turns: 2 })
const linesOf = (some: readonly LoggedEvent[]) =>
  Buffer.from(some.map((event) => `${JSON.stringify(event)}\n`).join(''))
const log = linesOf(events)
let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'damaged-log-')), 'episode')
  await mkdir(folder)
})
afterEach(() => rm(dirname(folder), { recursive: true, force: true }))

describe('a log with one changed byte', () => {
  const small = linesOf(
    sampleEpisode({ turns: 1 }).map((event) =>
      event.event_type === 'llm_request' ? { ...event, messages_added: [] } : event,
    ),
  )
  const texts = [...checkedEvents(small, 0)].map((event) => JSON.stringify(event))

  it.each([
    ['its lowest bit, at every place', 1, 1],
    ['its case', 0x20, 7],
    ['its highest bit', 0x80, 7],
  ])('is read up to its line, and called damaged there: %s', (_which, mask, step) => {
    let line = 0
    let damaged = 0
    for (const [at, byte] of small.entries()) {
      if (at > 0 && small[at - 1] === 10) line++
      if (at % step > 0) continue
      const flipped = Buffer.from(small)
      flipped[at] = byte ^ mask
      const read: LoggedEvent[] = []
      let fault: LogFault | null = null
      const whole = flipped.subarray(0, flipped.lastIndexOf(10) + 1)
      try {
        for (const event of checkedEvents(whole, 0)) read.push(event)
      } catch (error) {
        expect(isLogFault(error), `byte ${at}`).toBe(true)
        fault = error as LogFault
      }
      const place = `byte ${at}, line ${line + 1}`
      // What stands before the line is as it was.
      expect(
        texts.slice(0, line).every((text, index) => text === JSON.stringify(read[index])),
        place,
      ).toBe(true)
      if (fault !== null) {
        expect(`${fault.detail.line} ${fault.kind} ${fault.message}`, place).toMatch(
          new RegExp(`^${line + 1} bad_log .*damaged`),
        )
        damaged++
      }
      // What could be read can be shown and summed up.
      const summary = summarizeEpisode(reduceEvents(emptyEpisode, read))
      if (summary) expect(() => episodeSummary.parse(summary), place).not.toThrow()
    }
    expect(damaged).toBeGreaterThan(small.length / step / 10)
  })
})

describe('a damaged log that is resumed', () => {
  const now = new Date('2026-04-05T06:07:08.090Z')
  const copyName = 'events.damaged-2026-04-05T06-07-08.090Z.jsonl'
  const damage = async () => {
    const at = log.indexOf('"turn_completed"')
    const bytes = Buffer.from(log)
    bytes[at + 5] = 0
    await writeFile(join(folder, LOG_FILE), bytes)
    return bytes
  }
  const next = (seq: number): LoggedEvent => ({
    seq,
    at: now.toISOString(),
    episode_id: 'sample',
    event_type: 'episode_resumed',
    from_turn: 0,
    turn_limit: null,
    app_version: '0.1.0',
  })

  it('is cut after its last good line, with a copy of the original', async () => {
    const bytes = await damage()
    const { state, endByte, fault, version } = await loadReadable(folder)
    expect(fault).toMatchObject({ kind: 'bad_log', detail: { line: state.seq + 2 } })
    const reopened = await EpisodeLog.reopen(folder, endByte, { version, now })
    reopened.append(next(state.seq + 1))
    await reopened.close()
    expect(await readFile(join(folder, copyName))).toEqual(bytes)
    expect((await loadEpisode(folder)).state.seq).toBe(state.seq + 1)
    expect((await readFile(join(folder, LOG_FILE))).subarray(0, endByte)).toEqual(log.subarray(0, endByte))
  })

  it('is replayed up to the damage, and refused with its line beyond', async () => {
    await writeFile(
      join(folder, LOG_FILE),
      log.toString().replace('"turn_started","turn":2', '"turn_started","turn":"2"'),
    )
    expect((await loadEpisode(folder, 1)).state.turns).toHaveLength(1)
    for (const turn of [2, Infinity]) await expect(loadEpisode(folder, turn)).rejects.toMatchObject({ kind: 'bad_log' })
  })

  it('is left unchanged if it changed since it was read', async () => {
    await damage()
    const { endByte, version } = await loadReadable(folder)
    await writeFile(join(folder, LOG_FILE), log)
    await expect(EpisodeLog.reopen(folder, endByte, { version, now })).rejects.toMatchObject({
      kind: 'changed_on_disk',
    })
    expect(await readFile(join(folder, LOG_FILE))).toEqual(log)
    expect(await readdir(folder)).not.toContain(copyName)
  })

  it('is left unchanged if it cannot be copied', async () => {
    const bytes = await damage()
    const { endByte, version } = await loadReadable(folder)
    await mkdir(join(folder, copyName))
    await expect(EpisodeLog.reopen(folder, endByte, { version, now })).rejects.toMatchObject({
      kind: 'cannot_write',
      message: expect.stringContaining('was left as it is'),
    })
    expect(await readFile(join(folder, LOG_FILE))).toEqual(bytes)
  })

  it('is left unchanged if too much follows the damage', async () => {
    await damage()
    const { endByte } = await loadReadable(folder)
    await truncate(join(folder, LOG_FILE), 2 ** 40)
    const { version } = await loadReadable(folder)
    const refused = EpisodeLog.reopen(folder, endByte, { version, now })
    await expect(refused).rejects.toThrow('Fork the episode from that turn')
    expect((await stat(join(folder, LOG_FILE))).size).toBe(2 ** 40)
    expect(await readdir(folder)).not.toContain(copyName)
  })
})
