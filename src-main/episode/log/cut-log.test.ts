import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loggedEvent, type EventBody, type LoggedEvent } from '@shared/episode/log/event'
import type { Turn } from '@shared/episode/state/episode'
import { messagesSent } from '@shared/episode/state/messages'
import { mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { cutLog, type TurnRange } from './cut-log'
import { EpisodeLog } from './episode-log'

const log = sampleEpisode({ turns: 60 })
const whole = foldEvents(log)
let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'cut-log-')), 'episode')
  await mkdir(folder)
})
afterEach(() => rm(dirname(folder), { recursive: true, force: true }))

async function cut(range: TurnRange, events: readonly LoggedEvent[] = log): Promise<readonly LoggedEvent[]> {
  const file = await EpisodeLog.create(folder)
  for (const event of events) file.append(event)
  await file.close()
  const parts: (readonly LoggedEvent[])[] = []
  for await (const part of cutLog(folder, range)) parts.push(part)
  return parts.flat()
}

const startOf = (events: readonly LoggedEvent[], turn: number) =>
  events.findIndex((event) => event.event_type === 'turn_started' && event.turn === turn)
const shownOf = ({ action, observation, problems, completed }: Turn) => ({ action, observation, problems, completed })

describe('a log that was cut', () => {
  it('is a valid log whose first event records the cut', async () => {
    const events = await cut({ from: 30, to: 32 })
    expect(events.map(({ seq }) => seq)).toEqual(log.slice(0, startOf(log, 33)).map(({ seq }) => seq))
    for (const event of events) expect(loggedEvent.safeParse(event).error).toBeUndefined()
    expect(foldEvents(events).manifest?.cut).toEqual({ from_turn: 30, to_turn: 32, turns: 60 })
  })

  it('has the turns of its range in full, and the visible part of earlier turns', async () => {
    const state = foldEvents(await cut({ from: 30, to: 32 }))
    const shown = whole.turns.slice(0, 32)
    expect(state.turns.map(shownOf)).toEqual(shown.map(shownOf))
    const answers = ({ iterations }: Turn) => iterations.map(({ response, toolCalls }) => ({ response, toolCalls }))
    expect(state.turns.slice(29).map(answers)).toEqual(shown.slice(29).map(answers))
    expect(JSON.stringify(state.turns.slice(0, 29).map(answers))).not.toContain('"reasoning":"')
    expect(messagesSent(state, 31, 1)).toEqual(messagesSent(whole, 31, 1))
    expect(messagesSent(state, 30, 2)).toEqual(messagesSent(whole, 30, 2))
    expect(messagesSent(state, 29, 1)).toBeNull()
  })

  it('has the actor’s messages, even with helper requests in between', async () => {
    const helped = mindEpisode()
    const asked = helped.flatMap((event) => (event.event_type === 'llm_request' && event.role ? [event.turn] : []))
    const from = Math.max(...asked) + 1
    const state = foldEvents(await cut({ from, to: from + 2 }, helped))
    expect(messagesSent(state, from, 1)).toEqual(messagesSent(foldEvents(helped), from, 1))
  })

  it('reduces to the state of the whole log: map, objectives, totals, tools', async () => {
    const state = foldEvents(await cut({ from: 30, to: 32 }))
    const there = foldEvents(log.slice(0, startOf(log, 33)))
    for (const part of ['map', 'surveys', 'objectives', 'serversOff', 'totals', 'toolSets', 'opening', 'seq'] as const)
      expect(state[part], part).toEqual(there[part])
  })

  it('keeps the end of the episode with its last turn', async () => {
    expect((await cut({ from: 59, to: Infinity })).at(-1)).toEqual(log.at(-1))
  })

  it('after its first turns has only these, unchanged', async () => {
    const [first, ...events] = await cut({ from: 0, to: 3 })
    expect(events).toEqual(log.slice(1, startOf(log, 4)))
    expect(first).toEqual({ ...log[0], cut: { from_turn: 0, to_turn: 3, turns: 60 } })
  })

  it('that is cut again lacks the parts that either cut removed', async () => {
    const once = await cut({ from: 30, to: 50 })
    await rm(join(folder, 'events.jsonl'))
    expect(foldEvents(await cut({ from: 10, to: 40 }, once)).manifest?.cut).toEqual({
      from_turn: 30,
      to_turn: 40,
      turns: 60,
    })
  })

  it('with replayed turns ends with the turn as it was played last', async () => {
    const resumed: EventBody = { event_type: 'episode_resumed', from_turn: 40, turn_limit: 60, app_version: '0.1.0' }
    const events = [...log.slice(0, startOf(log, 60)), resumed, ...log.slice(startOf(log, 41), startOf(log, 46))].map(
      (event, seq): LoggedEvent => ({ at: '2026-03-02T10:00:00.000Z', episode_id: 'e', ...event, seq }),
    )
    const state = foldEvents(await cut({ from: 41, to: 43 }, events))
    expect(state.turns).toHaveLength(43)
    expect(state.turns.at(-1)).toEqual(foldEvents(events).turns[42])
  })

  it.each([
    [{ from: 61, to: Infinity }, 'turn 61'],
    [{ from: 2, to: 99 }, 'turn 99'],
  ])('is refused for missing turns: %o', async (range, named) => {
    await expect(cut(range)).rejects.toMatchObject({
      kind: 'not_found',
      message: expect.stringContaining(named) as string,
    })
  })
})
