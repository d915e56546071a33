import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SHORTER_LOG } from '@shared/contract/channels'
import { emptyEpisode } from '@shared/episode/episode'
import { sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EpisodeLog, LOG_FILE } from '../episodes/episode-log'
import { TEXT_LOG_FILE } from '../episodes/text-log'
import { SecretMask } from '../secrets/secret-mask'
import { Recorder } from './recorder'
import { watchEpisode } from './watch-episode'

const EVENTS = sampleEpisode({ turns: 20 })

let folder: string
let log: EpisodeLog
let recorder: Recorder
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'recorder-')), 'episode')
  await mkdir(folder)
  log = await EpisodeLog.create(folder)
  recorder = new Recorder({ log, folder, episodeId: 'recorded', initial: emptyEpisode, maxToolIterations: 20, now: () => new Date(), mask: new SecretMask() })
})
afterEach(() => rm(dirname(folder), { recursive: true, force: true }))

const eventsInFile = () => readFileSync(join(folder, LOG_FILE), 'utf8').split('\n').length - 1

async function play(): Promise<void> {
  for (const { seq: _seq, at: _at, episode_id: _id, ...event } of EVENTS) {
    recorder.record(event)
    if (event.event_type === 'turn_completed') await recorder.sync()
  }
}

describe('what a viewer is told to be saved', () => {
  it('is in the file by then, and at the end is all there is', async () => {
    let isRunning = true
    const played = play().then(() => recorder.close()).then(() => {
      isRunning = false
      recorder.changed.fire()
    })
    const told = new Set<number>()
    for await (const { savedSeq = -1 } of watchEpisode(folder, () => (isRunning ? recorder : null), { fromSeq: 0, draftLength: 0, asLines: true }, new AbortController().signal)) {
      expect(eventsInFile()).toBeGreaterThan(savedSeq)
      told.add(savedSeq)
    }
    await played
    expect(told.size).toBeGreaterThan(5)
    expect(Math.max(...told)).toBe(EVENTS.length - 1)
  })

  it('stays what it was when the disk takes no more', async () => {
    recorder.record({ event_type: 'turn_started', turn: 1 })
    await recorder.sync()
    await log.close()
    recorder.record({ event_type: 'control_changed', mode: 'paused', reason: null })
    await expect(recorder.sync()).rejects.toMatchObject({ code: 'cannot_write', message: expect.stringContaining(join(folder, LOG_FILE)) as string })
    expect([recorder.state.seq, recorder.savedSeq]).toEqual([1, 0])
  })
})

describe('a viewer that saw more than is on disk', () => {
  it('is refused, whether or not the episode is played again', async () => {
    await play()
    await recorder.close()
    for (const running of [() => null, () => recorder]) {
      const feed = watchEpisode(folder, running, { fromSeq: EVENTS.length + 3, draftLength: 0, asLines: true }, new AbortController().signal)
      await expect(feed.next()).rejects.toMatchObject({ code: SHORTER_LOG })
    }
  })
})

it('a log that cannot be written is let go of all the same', async () => {
  const marks = join(dirname(folder), '.writers')
  expect(await readdir(marks)).toEqual(['episode.json'])
  // What fails is the text beside the log, which comes last.
  await mkdir(join(folder, TEXT_LOG_FILE))
  await play().catch(() => undefined)
  recorder.record({ event_type: 'episode_ended', ended: 'stopped', reason: 'Stopped by you' })
  await expect(recorder.close()).rejects.toMatchObject({ code: 'cannot_write', message: expect.stringContaining(`${join(folder, TEXT_LOG_FILE)} cannot be written (EISDIR)`) as string })
  expect(await readdir(marks)).toEqual([])
})
