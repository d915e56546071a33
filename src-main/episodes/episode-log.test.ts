import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { arbitraryEpisode, stampAll } from '@shared/episode/arbitrary-episode.testkit'
import { isDraft, type LoggedEvent } from '@shared/episode/event'
import { wasChecked } from './checked-note'
import { EpisodeLog, LOG_FILE } from './episode-log'
import { loadEpisode } from './load-episode'
import { type LogChunk, LogError, readLog } from './read-log'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'episode-log-')), 'episode')
  await mkdir(folder)
})
afterEach(() => rm(dirname(folder), { recursive: true, force: true }))

const turns = (count: number): readonly LoggedEvent[] =>
  stampAll(Array.from({ length: count }, (_, index) => ({ event_type: 'turn_started' as const, turn: index + 1 }))).filter((event) => !isDraft(event))

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
  it('reads back what was written, whatever was written', async () => {
    await fc.assert(fc.asyncProperty(arbitraryEpisode, async ({ whole }) => {
      await rm(join(folder, LOG_FILE), { force: true })
      const logged = whole.filter((event) => !isDraft(event))
      await write(logged)
      expect(await readAll()).toEqual({ events: logged, warning: null })
    }), { numRuns: 30 })
  })

  it('has everything on disk when sync resolves', async () => {
    const log = await EpisodeLog.create(folder)
    for (const event of turns(100)) log.append(event)
    await log.sync()
    expect((await readFile(join(folder, LOG_FILE), 'utf8')).split('\n')).toHaveLength(101)
    await log.close()
  })

  it('that is long counts as checked when it is closed, unless somebody else wrote into it', async () => {
    const long = turns(60_000)
    await write(long)
    expect(await wasChecked(folder)).toBe(true)
    const log = await EpisodeLog.reopen(folder, (await stat(join(folder, LOG_FILE))).size)
    await appendFile(join(folder, LOG_FILE), 'not an event\n')
    await log.close()
    expect(await wasChecked(folder)).toBe(false)
  })

  it('refuses to write over an episode', async () => {
    await write(turns(1))
    await expect(EpisodeLog.create(folder)).rejects.toThrow('EEXIST')
  })

  it('leaves out a torn last line and says so, wherever it was cut', async () => {
    const events = turns(3)
    await write(events)
    const whole = await readFile(join(folder, LOG_FILE))
    const lastStart = whole.lastIndexOf(10, whole.length - 2) + 1
    for (const cut of [lastStart + 1, lastStart + 20, whole.length - 1]) {
      await writeFile(join(folder, LOG_FILE), whole.subarray(0, cut))
      expect(await readAll()).toEqual({ events: events.slice(0, 2), warning: 'The last event was cut off and left out.' })
    }
  })

  it('goes on after a torn line as if it had never been', async () => {
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

  it('cuts off nothing that another program wrote since it was read', async () => {
    const events = turns(3)
    await write(events.slice(0, 2))
    const { endByte } = await loadEpisode(folder)
    await appendFile(join(folder, LOG_FILE), `${JSON.stringify(events[2])}\n{"seq":3`)
    await expect(EpisodeLog.reopen(folder, endByte)).rejects.toMatchObject({ code: 'changed_on_disk' })
    expect((await readAll()).events).toEqual(events)
  })

  it('is written by one program at a time, whose mark a refusal leaves', async () => {
    const mark = join(dirname(folder), '.writers', 'episode.json')
    await write(turns(1))
    await writeFile(mark, JSON.stringify({ pid: process.ppid }))
    await expect(EpisodeLog.reopen(folder, (await loadEpisode(folder)).endByte)).rejects.toMatchObject({ code: 'running' })
    expect(JSON.parse(await readFile(mark, 'utf8'))).toEqual({ pid: process.ppid })
  })

  it('refuses a bad line in the middle, with its number', async () => {
    await write(turns(3))
    const lines = (await readFile(join(folder, LOG_FILE), 'utf8')).split('\n')
    for (const bad of ['not json', 'null', '{"seq":1}', JSON.stringify({ ...turns(2)[1], turn: 'one' })]) {
      await writeFile(join(folder, LOG_FILE), [lines[0], bad, lines[2], ''].join('\n'))
      await expect(readAll()).rejects.toThrow(LogError)
      await expect(readAll()).rejects.toThrow(/^Line 2 of events.jsonl.*readable up to there/)
    }
  })

  it('gives what stands before a bad line, as events and as the lines they are', async () => {
    await write(turns(4))
    const lines = (await readFile(join(folder, LOG_FILE), 'utf8')).split('\n')
    await writeFile(join(folder, LOG_FILE), [lines[0], lines[1], 'not json', lines[3], ''].join('\n'))
    const read: LogChunk[] = []
    await expect((async () => { for await (const chunk of readLog(folder)) read.push(chunk) })()).rejects.toThrow(LogError)
    expect(read.flatMap(({ events }) => events)).toEqual(turns(2))
    const [chunk] = read
    expect([new TextDecoder().decode(chunk?.bytes), chunk?.count, chunk?.endByte]).toEqual([`${lines[0]}\n${lines[1]}\n`, 2, Buffer.byteLength(`${lines[0]}\n${lines[1]}\n`)])
  })

  it('says of a log that is bad from its first line on that nothing can be read, and what to do', async () => {
    for (const bad of ['not json\n', `${JSON.stringify(turns(2)[1])}\n`]) {
      await writeFile(join(folder, LOG_FILE), bad)
      await expect(readAll()).rejects.toThrow(/^Line 1 of events.jsonl.*Nothing of the episode can be read: restore the file from a copy, or delete the episode.$/)
    }
  })

  it('says of a log that a newer version wrote that nothing is wrong with it', async () => {
    const [start, next] = turns(2)
    for (const [lines, said] of [
      [[{ ...start, event_type: 'episode_started', format: 2 }], /^Line 1 of events.jsonl.* the log has format 2, and this version of the app reads 1\. A newer version of the app seems to have written it: open it with that\.$/],
      [[start, { ...next, event_type: 'dream_recorded' }], /^Line 2 of events.jsonl.* knows no event "dream_recorded"\. A newer version of the app seems to have written it: open it with that\.$/],
    ] as const) {
      await writeFile(join(folder, LOG_FILE), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      await expect(readAll()).rejects.toThrow(said)
    }
  })

  it('refuses a log with a missing line', async () => {
    await write(turns(3).filter(({ seq }) => seq !== 1))
    await expect(readAll()).rejects.toThrow('Line 2 of events.jsonl has seq 2 where 1 is expected')
  })

  it('reads lines that are longer than a chunk and text of any script', async () => {
    const [start] = turns(1)
    const long: LoggedEvent = { seq: 1, at: '2026-01-01T00:00:00.000Z', episode_id: 'e', event_type: 'agent_parse_error', turn: 1, error: 'ж€😀', raw_response: '雪'.repeat(300_000) }
    if (!start) throw new Error('no start')
    await write([start, long])
    expect((await readAll()).events[1]).toEqual(long)
  })
})
