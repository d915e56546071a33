import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyEpisode } from '@shared/episode/state/episode'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { EpisodeLog } from '../../episode/log/episode-log'
import { LOG_FILE } from '../../episode/log/log-lines'
import { TEXT_LOG_FILE } from '../../episode/log/text-log'
import { SecretMask } from '../../secrets/secret-mask'
import { Recorder } from './recorder'
import { watchEpisode } from './watch-episode'

const EVENTS = sampleEpisode({ turns: 20 })

let folder: string
let log: EpisodeLog
let recorder: Recorder
let mask: SecretMask
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'recorder-')), 'episode')
  await mkdir(folder)
  log = await EpisodeLog.create(folder)
  mask = new SecretMask()
  recorder = new Recorder({
    log,
    folder,
    episodeId: 'recorded',
    initial: emptyEpisode,
    maxToolIterations: 20,
    now: () => new Date(),
    mask,
  })
})
afterEach(async () => {
  // Some tests have already closed the log.
  await log.close().catch(() => {})
  await rm(dirname(folder), { recursive: true, force: true })
})

const eventsInFile = () => readFileSync(join(folder, LOG_FILE), 'utf8').split('\n').length - 1

async function play(): Promise<void> {
  for (const { seq: _seq, at: _at, episode_id: _id, ...event } of EVENTS) {
    recorder.record(event)
    if (event.event_type === 'turn_completed') await recorder.sync()
  }
}

describe('the number of the last saved event', () => {
  it('counts only events that are in the file, and counts all at the end', async () => {
    let isRunning = true
    const played = play()
      .then(() => recorder.close())
      .then(() => {
        isRunning = false
        recorder.changed.fire()
      })
    const received = new Set<number>()
    for await (const { savedSeq = -1 } of watchEpisode(
      folder,
      () => (isRunning ? recorder : null),
      { fromSeq: 0, draftLength: 0, asLines: true },
      new AbortController().signal,
    )) {
      expect(eventsInFile()).toBeGreaterThan(savedSeq)
      received.add(savedSeq)
    }
    await played
    expect(received.size).toBeGreaterThan(5)
    expect(Math.max(...received)).toBe(EVENTS.length - 1)
  })

  it('does not change when the disk is full', async () => {
    recorder.record({ event_type: 'turn_started', turn: 1 })
    await recorder.sync()
    await log.close()
    recorder.record({ event_type: 'control_changed', mode: 'paused', reason: null })
    await expect(recorder.sync()).rejects.toMatchObject({
      kind: 'cannot_write',
      message: expect.stringContaining(join(folder, LOG_FILE)) as string,
    })
    expect([recorder.state.seq, recorder.savedSeq]).toEqual([1, 0])
  })
})

it('an event recorded during a sync is not reported as saved by it', async () => {
  recorder.record({ event_type: 'turn_started', turn: 1 })
  const syncing = recorder.sync()
  recorder.record({ event_type: 'control_changed', mode: 'paused', reason: null })
  await syncing
  expect([recorder.state.seq, recorder.savedSeq]).toEqual([1, 0])
})

it('a recorded secret is in neither the log, nor the text log, nor a viewer’s batch', async () => {
  mask.learn('hunter22')
  recorder.record({ event_type: 'turn_started', turn: 1 })
  recorder.record({
    event_type: 'action_chosen',
    turn: 1,
    action: 'say hunter22',
    reasoning: 'It is "hunter22".',
    new_objective: 'keep hunter22',
    source: 'model',
  })
  await recorder.sync()
  const files = [LOG_FILE, TEXT_LOG_FILE].map((name) => readFileSync(join(folder, name), 'utf8'))
  const shown = JSON.stringify([...files, recorder.state, recorder.eventsFrom(0, 10)])
  expect(shown).not.toContain('hunter22')
  expect(shown).toContain('say •••')
})

describe('a viewer that saw more than is on disk', () => {
  it('is refused, whether or not the episode is played again', async () => {
    await play()
    await recorder.close()
    for (const running of [() => null, () => recorder]) {
      const feed = watchEpisode(
        folder,
        running,
        { fromSeq: EVENTS.length + 3, draftLength: 0, asLines: true },
        new AbortController().signal,
      )
      await expect(feed.next()).rejects.toMatchObject({ kind: 'shorter_log' })
    }
  })
})

it('a log that cannot be written is closed nevertheless, and releases its lease', async () => {
  const marks = join(dirname(folder), '.writers')
  expect(await readdir(marks)).toEqual(['episode.json'])
  // Only the text file beside the log fails, which is written last.
  await mkdir(join(folder, TEXT_LOG_FILE))
  await play().catch(() => undefined)
  recorder.record({ event_type: 'episode_ended', ended: 'stopped', reason: 'Stopped by the user' })
  const message = expect.stringContaining(`${join(folder, TEXT_LOG_FILE)} is a folder`) as string
  await expect(recorder.close()).rejects.toMatchObject({ kind: 'cannot_write', message })
  expect(await readdir(marks)).toEqual([])
})

it('an event that could not be read again is refused, and changes neither log nor state', async () => {
  const calling = {
    event_type: 'mcp_tool_call',
    turn: 1,
    iteration: 1,
    call_id: 'c',
    tool_name: 's.t',
    server_name: 's',
  } as const
  recorder.record({ event_type: 'turn_started', turn: 1 })
  expect(() => recorder.record({ ...calling, arguments: 'x'.repeat((64 << 20) + 1) })).toThrow(
    'An event of the type mcp_tool_call cannot be logged: it is longer than 64 MB.',
  )
  expect(() => recorder.record({ ...calling, arguments: Array.from({ length: 1_000_001 }, () => 0) })).toThrow(
    'it holds more than 1,000,000 values',
  )
  expect(() => recorder.record({ ...calling, arguments: JSON.parse('['.repeat(200) + ']'.repeat(200)) })).toThrow(
    'it is nested too deeply',
  )
  recorder.record({ event_type: 'control_changed', mode: 'paused', reason: null })
  expect(recorder.state.seq).toBe(1)
  await recorder.close()
  expect(eventsInFile()).toBe(2)
})
