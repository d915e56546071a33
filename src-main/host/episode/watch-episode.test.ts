import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EpisodeBatch } from '@shared/contract/episodes'
import { type EventBody, isDraft } from '@shared/episode/log/event'
import { stampAll } from '@shared/episode/state/arbitrary-episode.testkit'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import { EpisodeLog } from '../../episode/log/episode-log'
import { LOG_FILE } from '../../episode/log/log-lines'
import { NOTHING_RECORDED } from '../../episode/log/read-log'
import { SecretMask } from '../../secrets/secret-mask'
import { Recorder } from './recorder'
import { watchEpisode } from './watch-episode'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zorkgpt-watch-'))
})
afterEach(() => rm(folder, { recursive: true }))

const watch = async (fromSeq: number) => {
  const feed = watchEpisode(
    folder,
    () => null,
    { fromSeq, draftLength: 0, asLines: true },
    new AbortController().signal,
  )
  const batches: EpisodeBatch[] = []
  for await (const batch of feed) batches.push(batch)
  return batches
}

it('a viewer that has the whole log receives nothing more', async () => {
  await writeFile(
    join(folder, LOG_FILE),
    stampAll([{ event_type: 'turn_started', turn: 1 }])
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  )
  expect(await watch(0)).toHaveLength(1)
  expect(await watch(1)).toEqual([])
})

it('a log with a missing event is refused, with the reason', async () => {
  for (const log of ['', '{"seq":0,"at":"20']) {
    await writeFile(join(folder, LOG_FILE), log)
    await expect(watch(0)).rejects.toThrow(NOTHING_RECORDED)
  }
})

it('an invalid line of a foreign log is refused, whether or not the viewer parses lines', async () => {
  const [start] = stampAll([{ event_type: 'turn_started', turn: 1 }])
  await writeFile(
    join(folder, LOG_FILE),
    `${JSON.stringify(start)}\n{"seq":1,"event_type":"turn_started","turn":"two"}\n`,
  )
  for (const asLines of [true, false]) {
    const feed = watchEpisode(folder, () => null, { fromSeq: 0, draftLength: 0, asLines }, new AbortController().signal)
    expect((await feed.next()).value).toBeDefined()
    await expect(feed.next()).rejects.toThrow('Line 2')
  }
})

async function openRecorder() {
  const episode = join(folder, 'episode')
  await mkdir(episode)
  const recorder = new Recorder({
    log: await EpisodeLog.create(episode),
    folder: episode,
    episodeId: 'e',
    initial: emptyEpisode,
    maxToolIterations: 20,
    now: () => new Date(),
    mask: new SecretMask(),
  })
  const say = (offset: number, text: string) =>
    recorder.draft({ event_type: 'llm_delta', turn: 1, iteration: 1, offset, part: 'content', tool_index: 0, text })
  return { episode, recorder, say }
}

it('each piece of a reply is sent once, also to a viewer that reconnects', async () => {
  const { episode, recorder, say } = await openRecorder()
  const leaving = new AbortController()
  const open = (draftLength: number) =>
    watchEpisode(episode, () => recorder, { fromSeq: 1, draftLength, asLines: false }, leaving.signal)
  const piecesOf = async (feed: ReturnType<typeof open>) =>
    ((await feed.next()).value as EpisodeBatch).events.filter(isDraft).map(({ text }) => text)

  recorder.record({ event_type: 'turn_started', turn: 1 })
  say(0, 'go ')
  const first = open(0)
  expect(await piecesOf(first)).toEqual(['go '])
  say(3, 'north')
  expect(await piecesOf(first)).toEqual(['north'])
  expect(await piecesOf(open('go '.length))).toEqual(['north'])
  leaving.abort()
  await recorder.close()
})

it('an event in the middle of a reply removes none of its pieces', async () => {
  const { episode, recorder, say } = await openRecorder()
  const leaving = new AbortController()
  const feed = watchEpisode(episode, () => recorder, { fromSeq: 0, draftLength: 0, asLines: false }, leaving.signal)
  const draftAfter = async (state: EpisodeState) => {
    const { events } = (await feed.next()).value as EpisodeBatch
    return reduceEvents(state, events)
  }
  recorder.record({ event_type: 'turn_started', turn: 1 })
  recorder.record(request)
  const asked = await draftAfter(emptyEpisode)
  say(0, 'go ')
  recorder.record({ event_type: 'control_changed', mode: 'pausing', reason: null })
  say(3, 'north')
  const { openTurn } = await draftAfter(asked)
  expect(openTurn?.iterations[0]?.draft?.content).toBe('go north')
  leaving.abort()
  await recorder.close()
})

const request: EventBody = {
  event_type: 'llm_request',
  turn: 1,
  iteration: 1,
  model: 'm',
  messages_kept: 0,
  messages_added: [],
  tool_set: null,
  tool_choice: null,
  response_format: null,
  sampling: { temperature: null, top_p: null, top_k: null, min_p: null, max_tokens: null, seed: null },
  forced: false,
}
