import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { loadEpisode, loadReadable } from '../load-episode'
import { checkChangedBytes } from './changed-bytes.testkit'
import { EpisodeLog } from './episode-log'
import { LOG_FILE } from './log-lines'

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
  it.each([
    ['its lowest bit', 1],
    ['its case', 0x20],
    ['its highest bit', 0x80],
  ])('is read up to the changed line, which is reported as damaged: %s', (_which, mask) => checkChangedBytes(mask, 23))
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

  it('is replayed up to the damage, and refused for later turns', async () => {
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
      message: expect.stringContaining('was left unchanged'),
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
