import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventBody, LoggedEvent } from '@shared/episode/event'
import { messagesSent } from '@shared/episode/messages'
import { foldEvents, sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EpisodeLog } from './episode-log'
import { readTurns } from './log-index'

const log = sampleEpisode({ turns: 60 })
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-index-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(events: readonly LoggedEvent[]) {
  const file = await EpisodeLog.create(folder)
  for (const event of events) file.append(event)
  await file.close()
}

const read = async (fromTurn: number, toTurn: number) =>
  Buffer.from(await readTurns(folder, fromTurn, toTurn))
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LoggedEvent)
const isOf = (event: LoggedEvent, from: number, to: number) => 'turn' in event && event.turn >= from && event.turn <= to

it('gives every event of the turns and, before them, what their requests build on', async () => {
  await write(log)
  const events = await read(30, 32)
  const first = log.find(({ event_type }) => event_type === 'llm_request')
  expect(events.filter((event) => isOf(event, 30, 32))).toEqual(log.filter((event) => isOf(event, 30, 32)))
  expect(events[0]).toEqual(first)
  const known = foldEvents(log)
  const withoutOthers = {
    ...known,
    turns: known.turns.map((turn) =>
      turn.number >= 30
        ? turn
        : {
            ...turn,
            iterations: turn.iterations.filter(({ number }) =>
              events.some(
                (event) =>
                  event.event_type === 'llm_request' && event.turn === turn.number && event.iteration === number,
              ),
            ),
          },
    ),
  }
  expect(messagesSent(withoutOthers, 31, 1)).toEqual(messagesSent(known, 31, 1))
})

it('leaves out a request whose messages were all replaced', async () => {
  const restarted = log.map((event): LoggedEvent =>
    event.event_type === 'llm_request' && event.turn === 20 && event.iteration === 1
      ? { ...event, messages_kept: 0 }
      : event,
  )
  await write(restarted)
  const before = (await read(30, 30)).filter((event) => event.event_type === 'llm_request' && event.turn < 30)
  expect(before.length).toBeGreaterThan(0)
  expect(before.every((event) => 'turn' in event && event.turn >= 20)).toBe(true)
})

it('gives the last turns up to the end, nothing beyond it, and the opening as turn 0', async () => {
  await write(log)
  expect((await read(59, 1000)).at(-1)).toEqual(log.at(-1))
  expect((await read(61, 70)).filter((event) => isOf(event, 61, 70))).toEqual([])
  expect((await read(0, 0))[0]).toEqual(log[0])
})

it('of a log that went back when it was resumed, gives the turns that were played again, and none that was taken back', async () => {
  const from = (turn: number) => log.findIndex((event) => event.event_type === 'turn_started' && event.turn === turn)
  const resumed: EventBody = { event_type: 'episode_resumed', from_turn: 40, turn_limit: 60, app_version: '0.1.0' }
  const events = [...log.slice(0, from(60)), resumed, ...log.slice(from(41), from(46))].map(
    (event, seq): LoggedEvent => ({ at: '2026-03-02T10:00:00.000Z', episode_id: 'e', ...event, seq }),
  )
  await write(events)
  const again = events.length - (from(46) - from(41))
  expect((await read(45, 45)).filter((event) => isOf(event, 45, 45))).toEqual(
    events.filter((event) => event.seq >= again && isOf(event, 45, 45)),
  )
  expect((await read(46, 59)).filter((event) => isOf(event, 46, 59))).toEqual([])
})
