import { emptyEpisode, reduceEvents } from '@shared/episode/episode'
import type { EventBody, LoggedEvent } from '@shared/episode/event'
import { sampleEpisode } from '@shared/episode/sample-episode.testkit'
import { expect, it } from 'vitest'
import { logLines } from './log-lines'
import { SpendingCounter } from './spending'

function spentIn(events: readonly LoggedEvent[]) {
  const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const counter = new SpendingCounter()
  for (const line of logLines(bytes)) counter.add(line, bytes)
  return counter.spent
}

const sample = sampleEpisode({ turns: 8 })
const startOf = (turn: number) =>
  sample.findIndex((event) => event.event_type === 'turn_started' && event.turn === turn)
const forked: EventBody = {
  event_type: 'episode_forked',
  parent_episode_id: 'parent',
  parent_turn: 4,
  app_version: '0.1.0',
  turn_limit: 8,
  prompt_sha256: null,
  sampling: null,
  settings: {},
  player: { kind: 'explorer', label: 'Explorer', model: null, base_url: null, profile: null },
}
const fork = [...sample.slice(0, startOf(5)), forked, ...sample.slice(startOf(5))].map((body, seq) => ({
  ...body,
  seq,
  at: '2026-03-02T10:00:00.000Z',
  episode_id: 'fork',
}))

it.each([
  ['an episode', sample],
  ['a fork, which has paid for nothing before it', fork],
])('what the turns of %s cost is what the reducer counts', (_what, events) => {
  const { turns, totals } = reduceEvents(emptyEpisode, events)
  const spent = spentIn(events)
  expect([spent.llmCalls[turns.length], spent.tokensIn[turns.length], spent.tokensOut[turns.length]]).toEqual([
    totals.llmCalls,
    totals.tokensIn,
    totals.tokensOut,
  ])
  expect(spent.costUsd[turns.length]).toBeCloseTo(totals.costUsd ?? NaN)
})
