import {
  appendFile,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { APP_VERSION } from '@shared/base/app-version'
import { isDraft, type LoggedEvent } from '@shared/episode/log/event'
import { arbitraryEpisode, stampAll } from '@shared/episode/state/arbitrary-episode.testkit'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { thisProcess } from '../../base/files/process-identity'
import { loadEpisode } from '../load-episode'
import { wasChecked } from './checked-note'
import { EpisodeLog } from './episode-log'
import { LOG_FILE } from './log-lines'
import { type LogChunk, readLog } from './read-log'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'episode-log-')), 'episode')
  await mkdir(folder)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(dirname(folder), { recursive: true, force: true })
})

/** The prototype of all open files: Node does not export their class. */
async function fileHandles(): Promise<FileHandle> {
  const file = await open(join(folder, 'any'), 'w')
  await file.close()
  return Object.getPrototypeOf(file) as FileHandle
}

const turns = (count: number): readonly LoggedEvent[] =>
  stampAll(
    Array.from({ length: count }, (_, index) => ({ event_type: 'turn_started' as const, turn: index + 1 })),
  ).filter((event) => !isDraft(event))

async function readAll() {
  const events: LoggedEvent[] = []
  let warning: string | null = null
  for await (const chunk of readLog(folder)) {
    events.push(...chunk.events)
    warning = chunk.warning
  }
  return { events, warning }
}

async function write(events: readonly LoggedEvent[]) {
  const log = await EpisodeLog.create(folder)
  for (const event of events) log.append(event)
  await log.close()
}

describe('the episode log', () => {
  it('reads back what was written', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryEpisode, async ({ whole }) => {
        await rm(join(folder, LOG_FILE), { force: true })
        const logged = whole.filter((event) => !isDraft(event))
        await write(logged)
        expect(await readAll()).toEqual({ events: logged, warning: null })
      }),
      { numRuns: 30 },
    )
  })

  it('has everything on disk when sync resolves', async () => {
    const log = await EpisodeLog.create(folder)
    for (const event of turns(100)) log.append(event)
    await log.sync()
    expect((await readFile(join(folder, LOG_FILE), 'utf8')).split('\n')).toHaveLength(101)
    await log.close()
  })

  it('is synced completely before a sync resolves', async () => {
    const log = await EpisodeLog.create(folder)
    const written = turns(100)
    const forced: number[] = []
    let release: () => void = () => {}
    const disk = new Promise<void>((resolve) => (release = resolve))
    vi.spyOn(await fileHandles(), 'datasync').mockImplementation(async function datasync(this: FileHandle) {
      forced.push((await this.stat()).size)
      await disk
    })
    for (const event of written) log.append(event)
    let isSynced = false
    const syncing = log.sync().then(() => (isSynced = true))
    await expect
      .poll(() => forced)
      .toEqual([Buffer.byteLength(written.map((event) => `${JSON.stringify(event)}\n`).join(''))])
    expect(isSynced).toBe(false)
    release()
    await syncing
    await log.close()
  })

  it.skipIf(process.platform === 'win32')('does not report a turn as saved if the log was deleted', async () => {
    const log = await EpisodeLog.create(folder)
    const [first, second] = turns(2)
    log.append(first!)
    await log.sync()
    await rm(folder, { recursive: true })
    log.append(second!)
    const refusal = {
      kind: 'cannot_write',
      message: `The turn was not saved: ${folder} was deleted during play.`,
    }
    await expect(log.sync()).rejects.toMatchObject(refusal)
    await expect(log.sync()).rejects.toMatchObject(refusal)
    await log.close()
  })

  it('accepts nothing after a failed write, because a gap would make it unreadable', async () => {
    const log = await EpisodeLog.create(folder)
    const [first, second, third] = turns(3) as [LoggedEvent, LoggedEvent, LoggedEvent]
    log.append(first)
    await log.sync()
    vi.spyOn(await fileHandles(), 'appendFile').mockRejectedValueOnce(
      Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
    )
    for (const event of [second, third]) {
      log.append(event)
      await expect(log.sync()).rejects.toMatchObject({ kind: 'cannot_write' })
    }
    await log.close()
    expect(await readAll()).toEqual({ events: [first], warning: null })
  })

  it('holds its lease while it is open', async () => {
    const marks = join(dirname(folder), '.writers')
    const log = await EpisodeLog.create(folder)
    expect(await readdir(marks)).toHaveLength(1)
    await log.close()
    expect(await readdir(marks)).toEqual([])
  })

  it('is reduced up to the end of a turn, inclusive', async () => {
    await write(sampleEpisode({ turns: 5 }))
    for (const turn of [0, 1, 3]) {
      const { state } = await loadEpisode(folder, turn)
      expect([state.turns.length, state.openTurn, state.turns.at(-1)?.completed === null]).toEqual([turn, null, false])
    }
  })

  it('that is long counts as checked when closed, unless another process wrote to it', async () => {
    const long = turns(60_000)
    await write(long)
    expect(await wasChecked(folder)).toBe(true)
    const log = await EpisodeLog.reopen(folder, (await stat(join(folder, LOG_FILE))).size)
    await appendFile(join(folder, LOG_FILE), 'not an event\n')
    await log.close()
    expect(await wasChecked(folder)).toBe(false)
  })

  it('that changed without changing its length no longer counts as checked', async () => {
    await write(turns(60_000))
    const path = join(folder, LOG_FILE)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace('"turn":7}', '"turn":8}'))
    expect((await stat(path)).size).toBe(text.length)
    expect(await wasChecked(folder)).toBe(false)
  })

  it('refuses to write over an episode', async () => {
    await write(turns(1))
    await expect(EpisodeLog.create(folder)).rejects.toThrow('EEXIST')
  })

  it('skips a torn last line with a warning, wherever it was cut', async () => {
    const events = turns(3)
    await write(events)
    const whole = await readFile(join(folder, LOG_FILE))
    const lastStart = whole.lastIndexOf(10, whole.length - 2) + 1
    for (const cut of [lastStart + 1, lastStart + 20, whole.length - 1]) {
      await writeFile(join(folder, LOG_FILE), whole.subarray(0, cut))
      expect(await readAll()).toEqual({
        events: events.slice(0, 2),
        warning: 'The last event was cut off and left out.',
      })
    }
  })

  it('continues after a torn line as if it never existed', async () => {
    const events = turns(3)
    await write(events.slice(0, 2))
    await appendFile(join(folder, LOG_FILE), '{"seq":2,"at":"20')
    const { endByte } = await loadEpisode(folder)
    const log = await EpisodeLog.reopen(folder, endByte)
    const [, , third] = events
    if (third) log.append(third)
    await log.close()
    expect(await readAll()).toEqual({ events, warning: null })
  })

  it('cuts nothing that another process wrote since', async () => {
    const events = turns(3)
    await write(events.slice(0, 2))
    const { endByte } = await loadEpisode(folder)
    await appendFile(join(folder, LOG_FILE), `${JSON.stringify(events[2])}\n{"seq":3`)
    await expect(EpisodeLog.reopen(folder, endByte)).rejects.toMatchObject({ kind: 'changed_on_disk' })
    expect((await readAll()).events).toEqual(events)
  })

  it('is written by one process at a time, and a refusal keeps its lease', async () => {
    const mark = join(dirname(folder), '.writers', 'episode.json')
    await write(turns(1))
    await writeFile(mark, JSON.stringify({ pid: process.ppid }))
    await expect(EpisodeLog.reopen(folder, (await loadEpisode(folder)).endByte)).rejects.toMatchObject({
      kind: 'running',
    })
    expect(JSON.parse(await readFile(mark, 'utf8'))).toEqual({ pid: process.ppid })
  })

  const NEEDS_PROC = thisProcess.began === null ? ' (needs /proc)' : ''
  it.skipIf(NEEDS_PROC)(`is not blocked by a dead process with a reused id${NEEDS_PROC}`, async () => {
    await write(turns(1))
    const lease = join(dirname(folder), '.writers', 'episode.json')
    const dead = { ...thisProcess, nonce: 'f'.repeat(32), pid: process.ppid, began: '1' }
    await writeFile(lease, JSON.stringify(dead))
    const log = await EpisodeLog.reopen(folder, (await loadEpisode(folder)).endByte)
    expect(JSON.parse(await readFile(lease, 'utf8'))).toMatchObject({ pid: process.pid })
    await log.close()
  })

  it('is not written by a process that lost its lease', async () => {
    const mark = join(dirname(folder), '.writers', 'episode.json')
    const [first, second] = turns(2)
    const log = await EpisodeLog.create(folder)
    if (first) log.append(first)
    await log.sync()
    const other = { nonce: 'f'.repeat(32), machine: 'elsewhere', pid: 1, began: null }
    await writeFile(mark, JSON.stringify(other))
    const now = Date.now
    Date.now = () => now() + 3_600_000
    try {
      if (second) log.append(second)
      const message = expect.stringContaining('was taken over') as string
      await expect(log.sync()).rejects.toMatchObject({ kind: 'running', message })
    } finally {
      Date.now = now
    }
    await log.close()
    expect((await readAll()).events).toEqual([first])
    expect(JSON.parse(await readFile(mark, 'utf8'))).toEqual(other)
  })

  it('refuses a bad line in the middle, with its number', async () => {
    await write(turns(3))
    const lines = (await readFile(join(folder, LOG_FILE), 'utf8')).split('\n')
    for (const bad of ['not json', 'null', '{"seq":1}', JSON.stringify({ ...turns(2)[1], turn: 'one' })]) {
      await writeFile(join(folder, LOG_FILE), [lines[0], bad, lines[2], ''].join('\n'))
      await expect(readAll()).rejects.toMatchObject({ kind: 'bad_log' })
      await expect(readAll()).rejects.toThrow(/^Line 2 of events.jsonl.*readable up to there/)
    }
  })

  it('yields what precedes a bad line, as events and as lines', async () => {
    await write(turns(4))
    const lines = (await readFile(join(folder, LOG_FILE), 'utf8')).split('\n')
    await writeFile(join(folder, LOG_FILE), [lines[0], lines[1], 'not json', lines[3], ''].join('\n'))
    const read: LogChunk[] = []
    await expect(
      (async () => {
        for await (const chunk of readLog(folder)) read.push(chunk)
      })(),
    ).rejects.toMatchObject({ kind: 'bad_log' })
    expect(read.flatMap(({ events }) => events)).toEqual(turns(2))
    const [chunk] = read
    expect([new TextDecoder().decode(chunk?.bytes), chunk?.count, chunk?.endByte]).toEqual([
      `${lines[0]}\n${lines[1]}\n`,
      2,
      Buffer.byteLength(`${lines[0]}\n${lines[1]}\n`),
    ])
  })

  it('reports that nothing of a log with a bad first line can be read, and the way out', async () => {
    for (const bad of ['not json\n', `${JSON.stringify(turns(2)[1])}\n`]) {
      await writeFile(join(folder, LOG_FILE), bad)
      await expect(readAll()).rejects.toThrow(
        /^Line 1 of events.jsonl.*Nothing of the episode can be read: restore the file from a copy, or delete the episode.$/,
      )
    }
  })

  it('reports that a log of a newer version is not damaged', async () => {
    const [start, next] = turns(2)
    const resumed = (version: string) => ({
      ...start,
      event_type: 'episode_resumed',
      from_turn: 0,
      turn_limit: null,
      app_version: version,
    })
    const unknown = { ...next, event_type: 'dream_recorded' }
    for (const [lines, kind, said] of [
      [
        [{ ...start, event_type: 'episode_started', format: 3, app_version: '99.0.0' }],
        'newer_log',
        /^Line 1 of events.jsonl.* the log has format 3, and this version of the app reads 2\. A newer version of the app seems to have written it: open it with that version\.$/,
      ],
      [
        [resumed('99.0.1-beta.2'), unknown],
        'newer_log',
        /^Line 2 of events.jsonl cannot be read: version 99\.0\.1-beta\.2 of the app wrote it, and this one, [\d.]+, knows no event "dream_recorded"\. A newer version of the app seems to have written it: open it with that version\.$/,
      ],
      [
        [resumed(APP_VERSION), unknown],
        'bad_log',
        /^Line 2 of events.jsonl is damaged: there is no event "dream_recorded"\. The episode is readable up to there/,
      ],
      [[resumed('0.0.9'), unknown], 'bad_log', /^Line 2 of events.jsonl is damaged/],
      [[resumed('99 and more'), unknown], 'bad_log', /^Line 2 of events.jsonl is damaged/],
      [[start, unknown], 'bad_log', /^Line 2 of events.jsonl is damaged/],
      // The version of the last resume counts.
      [
        [resumed('99.0.0'), { ...resumed(APP_VERSION), seq: 1 }, { ...unknown, seq: 2 }],
        'bad_log',
        /^Line 3 of events.jsonl is damaged/,
      ],
    ] as const) {
      await writeFile(join(folder, LOG_FILE), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      await expect(readAll()).rejects.toMatchObject({
        kind,
        detail: { line: lines.length },
        message: expect.stringMatching(said),
      })
    }
  })

  it('describes a damaged line in a sentence, not with schema errors', async () => {
    const [start, next] = turns(2)
    const undated = { ...next, at: undefined }
    for (const [line, said] of [
      ['null', 'it is not an event'],
      ['[1, 2]', 'it is not an event'],
      [JSON.stringify(undated), 'its "at" is missing or invalid'],
      [JSON.stringify({ ...next, seq: '1' }), 'its "seq" is missing or invalid'],
      [JSON.stringify({ ...next, turn: [] }), 'its "turn" is missing or invalid'],
    ] as const) {
      await writeFile(join(folder, LOG_FILE), `${JSON.stringify(start)}\n${line}\n`)
      await expect(readAll()).rejects.toThrow(`Line 2 of events.jsonl is damaged: ${said}. The episode`)
    }
  })

  it.each(['../x', 'a\u202eb', 'x'.repeat(61), ''])('refuses a log of the experiment %j', async (experiment) => {
    const [start] = sampleEpisode({ turns: 1 })
    await writeFile(
      join(folder, LOG_FILE),
      `${JSON.stringify({ ...start, unit: { experiment, arm: 'a', repeat: 1 } })}\n`,
    )
    await expect(readAll()).rejects.toThrow('its "unit" is missing or invalid')
  })

  it('refuses a log with a missing line', async () => {
    await write(turns(3).filter(({ seq }) => seq !== 1))
    await expect(readAll()).rejects.toThrow('Line 2 of events.jsonl has seq 2 where 1 is expected')
  })

  it('reads lines that are longer than a chunk and text of any script', async () => {
    const [start] = turns(1)
    const long: LoggedEvent = {
      seq: 1,
      at: '2026-01-01T00:00:00.000Z',
      episode_id: 'e',
      event_type: 'agent_parse_error',
      turn: 1,
      error: 'ж€😀',
      raw_response: '雪'.repeat(300_000),
    }
    if (!start) throw new Error('no start')
    await write([start, long])
    expect((await readAll()).events[1]).toEqual(long)
  })
})
