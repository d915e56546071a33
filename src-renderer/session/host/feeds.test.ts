import { afterEach, expect, it, vi } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { EpisodeBatch, OutlineBatch } from '@shared/contract/episodes'
import type { LoggedEvent } from '@shared/episode/log/event'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { useEpisode } from '../episode/episode-store'
import { followEpisode } from './feeds'

const log = sampleEpisode({ turns: 120 })
const outlined = log.filter(({ event_type }) => !event_type.startsWith('llm_') && !event_type.startsWith('mcp_'))
const lines = (events: readonly LoggedEvent[]) =>
  new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''))

/** A host with the log on disk and this outline. */
function hostWith(outline: () => AsyncGenerator<OutlineBatch>): HostApi {
  const api: Partial<HostApi> = {
    readOutline: outline,
    async *watchEpisode({ fromSeq }): AsyncGenerator<EpisodeBatch> {
      for (let start = fromSeq; start < log.length; start += 400)
        yield { events: [], bytes: lines(log.slice(start, start + 400)), live: false, warning: null }
    },
  }
  return api as HostApi
}

const shownTurns = () => useEpisode.getState().history.latest.turns.length

afterEach(() => useEpisode.getState().close())

it('shows the outline of a long log, then all of it', async () => {
  const seen: (readonly [turns: number, isOutline: boolean])[] = []
  const stop = useEpisode.subscribe(({ history, isOutline }) => seen.push([history.latest.turns.length, isOutline]))
  useEpisode.getState().open('sample', 'live')
  await followEpisode(
    hostWith(async function* () {
      yield { bytes: lines(outlined) }
    }),
    'sample',
    new AbortController().signal,
  )
  stop()
  expect(seen).toContainEqual([120, true])
  expect(useEpisode.getState().isOutline).toBe(false)
  expect(useEpisode.getState().shown).toEqual(foldEvents(log))
  expect(useEpisode.getState().caughtUp).toBe(true)
})

it('shows nothing of a log that the host refuses as too long', async () => {
  useEpisode.getState().open('sample', 'live')
  const host: HostApi = {
    ...hostWith(async function* () {}),
    readOutline() {
      throw new ExpectedError('not_possible', 'The log of sample is 300 MB long.')
    },
  }
  await expect(followEpisode(host, 'sample', new AbortController().signal)).rejects.toThrow('300 MB')
  expect(useEpisode.getState().history.latest.seq).toBe(-1)
})

const badLine = () => new ExpectedError('bad_log', 'Line 501 of events.jsonl cannot be read.', { line: 501 })

it.each<[string, Parameters<typeof hostWith>[0]]>([
  [
    'goes further',
    async function* () {
      yield { bytes: lines(outlined) }
    },
  ],
  [
    'hits it first',
    async function* () {
      yield { bytes: lines(outlined.slice(0, 20)) }
      throw badLine()
    },
  ],
])('shows a log up to its bad line, even if its outline %s', async (_what, readOutline) => {
  const host: HostApi = {
    ...hostWith(readOutline),
    async *watchEpisode() {
      yield { events: [], bytes: lines(log.slice(0, 500)), live: false, warning: null }
      throw badLine()
    },
  } as HostApi
  useEpisode.getState().open('sample', 'live')
  await expect(followEpisode(host, 'sample', new AbortController().signal)).rejects.toThrow('Line 501')
  expect(useEpisode.getState().shown).toEqual(foldEvents(log.slice(0, 500)))
})

it('reads a log without an outline', async () => {
  useEpisode.getState().open('sample', { turn: 60, event: null })
  await followEpisode(
    hostWith(async function* () {}),
    'sample',
    new AbortController().signal,
  )
  expect(useEpisode.getState().shown.turns).toEqual(foldEvents(log).turns.slice(0, 60))
})

it('reports progress while reading takes long, and clears it at the end', async () => {
  const received: (number | null)[] = []
  const now = vi.spyOn(performance, 'now')
  let atMs = 0
  now.mockImplementation(() => (atMs += 200))
  const stop = useEpisode.subscribe(({ turnsRead }) => received.push(turnsRead))
  useEpisode.getState().open('sample', 'live')
  await followEpisode(
    hostWith(async function* () {}),
    'sample',
    new AbortController().signal,
  )
  stop()
  now.mockRestore()
  const figures = received.filter((turns) => turns !== null)
  expect(figures.length).toBeGreaterThan(0)
  expect(figures).toEqual(figures.toSorted((a, b) => a - b))
  expect(useEpisode.getState().turnsRead).toBeNull()
})

it('restarts an interrupted outline without jumping back on screen', async () => {
  const first = new AbortController()
  useEpisode.getState().open('sample', 'live')
  const cut = useEpisode.subscribe(() => first.abort())
  await followEpisode(
    hostWith(async function* () {
      yield { bytes: lines(outlined.slice(0, outlined.length / 2)) }
      yield { bytes: lines(outlined.slice(outlined.length / 2)) }
    }),
    'sample',
    first.signal,
  )
  cut()
  const before = shownTurns()
  expect(before).toBeGreaterThan(0)
  const seen: number[] = []
  const stop = useEpisode.subscribe(() => seen.push(shownTurns()))
  await followEpisode(
    hostWith(async function* () {
      yield { bytes: lines(outlined.slice(0, 20)) }
      yield { bytes: lines(outlined.slice(20)) }
    }),
    'sample',
    new AbortController().signal,
  )
  stop()
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(before)
  expect(useEpisode.getState().shown).toEqual(foldEvents(log))
})

it('tracks the saved events of a live episode, and stays live during a burst in several batches', async () => {
  const seen: (readonly [seq: number, savedSeq: number, caughtUp: boolean])[] = []
  useEpisode.getState().open('sample', 'live')
  const stop = useEpisode.subscribe(({ history, savedSeq, caughtUp }) =>
    seen.push([history.latest.seq, savedSeq, caughtUp]),
  )
  const live = async function* (): AsyncGenerator<EpisodeBatch> {
    yield { events: log.slice(0, 50), live: true, savedSeq: 40, warning: null }
    yield { events: log.slice(50, 60), live: false, savedSeq: 49, warning: null }
    yield { events: [], live: true, savedSeq: 59, warning: null }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await followEpisode(
    { ...hostWith(async function* () {}), watchEpisode: live },
    'sample',
    new AbortController().signal,
  )
  stop()
  expect(seen[0]).toEqual([49, 40, true])
  expect(seen.every(([, , caughtUp]) => caughtUp)).toBe(true)
  expect(seen.at(-1)).toEqual([59, 59, true])
})

it('reports no more events as saved than the host did, even after a live episode has ended', async () => {
  useEpisode.getState().open('sample', 'live')
  const live = async function* (): AsyncGenerator<EpisodeBatch> {
    yield { events: log.slice(0, 50), live: true, savedSeq: 40, warning: null }
  }
  await followEpisode(
    { ...hostWith(async function* () {}), watchEpisode: live },
    'sample',
    new AbortController().signal,
  )
  expect([useEpisode.getState().history.latest.seq, useEpisode.getState().savedSeq]).toEqual([49, 40])
})

it('reads the log again if shown events are not in it, with a warning', async () => {
  useEpisode.getState().open('sample', 'live')
  const failed = {
    ...log.at(-1),
    seq: 50,
    event_type: 'episode_ended',
    ended: 'error',
    reason: 'The disk is full.',
  } as LoggedEvent
  useEpisode.getState().receive({ events: [...log.slice(0, 50), failed], live: true, savedSeq: 40, warning: null })
  const shortened = async function* ({ fromSeq = 0 }): AsyncGenerator<EpisodeBatch> {
    if (fromSeq > 41) throw new ExpectedError('shorter_log', 'The log has 41 events, but 51 were seen.')
    yield { events: [], bytes: lines(log.slice(fromSeq, 41)), live: false, warning: null }
    yield { events: [], live: false, warning: 'The last event was cut off and left out.' }
  }
  await followEpisode(
    { ...hostWith(async function* () {}), watchEpisode: shortened },
    'sample',
    new AbortController().signal,
  )
  const { history, savedSeq, warning, caughtUp } = useEpisode.getState()
  expect([history.latest.seq, savedSeq, caughtUp]).toEqual([40, 40, true])
  expect(warning).toMatch(/not in the log. The disk is full.$/)
})

it('shows the events before a bad line, and rejects with the error', async () => {
  useEpisode.getState().open('sample', 'live')
  const bad = async function* (): AsyncGenerator<EpisodeBatch> {
    yield { events: [], bytes: lines(log.slice(0, 30)), live: false, warning: null }
    throw new ExpectedError('bad_log', 'Line 31 of events.jsonl cannot be read.', { line: 31 })
  }
  await expect(
    followEpisode({ ...hostWith(async function* () {}), watchEpisode: bad }, 'sample', new AbortController().signal),
  ).rejects.toThrow('Line 31')
  expect(useEpisode.getState().history.latest.seq).toBe(29)
})

it('updates the saved events at once, however long the last render took', async () => {
  const seen: (readonly [seq: number, savedSeq: number])[] = []
  useEpisode.getState().open('sample', 'live')
  const stop = useEpisode.subscribe(({ history, savedSeq }) => {
    if (seen.at(-1)?.[0] !== history.latest.seq) for (const began = performance.now(); performance.now() - began < 30;);
    seen.push([history.latest.seq, savedSeq])
  })
  let shownBefore = 0
  const live = async function* (): AsyncGenerator<EpisodeBatch> {
    yield { events: log.slice(0, 50), live: true, savedSeq: 40, warning: null }
    yield { events: [], live: true, savedSeq: 49, warning: null }
    shownBefore = seen.length
  }
  await followEpisode(
    { ...hostWith(async function* () {}), watchEpisode: live },
    'sample',
    new AbortController().signal,
  )
  stop()
  expect(seen.slice(0, shownBefore)).toEqual([
    [49, 40],
    [49, 49],
  ])
})
