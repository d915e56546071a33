import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { emptyEpisode, type Turn } from '@shared/episode/state/episode'
import { MIND_TURNS, mindEpisode } from '@shared/episode/state/mind-episode.testkit'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { retryOf } from '../../../session/episode/episode-status'
import { isBeforeCritic, phaseOf } from './TurnPhase'

const events = sampleEpisode({ turns: 1 })
const asked = events.findIndex(({ event_type }) => event_type === 'llm_request')
const at = '2026-03-02T09:00:10.000Z'
const failed = (retryInMs: number | null) =>
  ({
    seq: asked + 1,
    at,
    episode_id: 'sample',
    event_type: 'llm_error',
    turn: 1,
    iteration: 1,
    code: 'server_error',
    message: 'The endpoint answered 503.',
    attempt: 1,
    retry_in_ms: retryInMs,
  }) as const
const openTurn = (...more: readonly LoggedEvent[]): Turn => {
  const turn = reduceEvents(emptyEpisode, [...events.slice(0, asked + 1), ...more]).openTurn
  if (turn === null) throw new Error('No turn is open.')
  return turn
}

describe('retryOf', () => {
  it('returns the next attempt of a failed call and its time', () => {
    expect(retryOf(openTurn(failed(4000)))).toEqual({ attempt: 2, atMs: Date.parse(at) + 4000 })
  })

  it('is null without a failure or a retry', () => {
    expect(retryOf(openTurn())).toBeNull()
    expect(retryOf(openTurn(failed(null)))).toBeNull()
  })

  it('is null once the next attempt was sent', () => {
    const failure = failed(4000)
    const sent = {
      body: {},
      cache_marks: [],
      messages: [],
      tools_sent: null,
      event_type: 'llm_sent',
      turn: 1,
      iteration: 1,
    } as const
    expect(retryOf(openTurn(failure, { ...sent, seq: failure.seq + 1, at, episode_id: 'sample' }))).toBeNull()
  })
})

describe('phaseOf', () => {
  it('waits for an external agent by name', () => {
    const before = reduceEvents(
      emptyEpisode,
      events.slice(0, events.findIndex(({ event_type }) => event_type === 'turn_started') + 1),
    )
    const { openTurn: turn, manifest } = before
    if (turn === null || manifest === null) throw new Error('No turn is open.')
    expect(
      phaseOf(turn, { ...manifest, player: { ...manifest.player, kind: 'mcp', model: null, label: 'my-agent' } }),
    ).toBe('Waiting for my-agent')
    expect(phaseOf(turn, manifest)).toBe('Opening the tool session')
  })

  it('names a model only if one plays', () => {
    const asked = reduceEvents(
      emptyEpisode,
      events.slice(0, events.findIndex(({ event_type }) => event_type === 'llm_request') + 1),
    )
    const { openTurn: turn, manifest } = asked
    if (turn === null || manifest === null) throw new Error('No turn is open.')
    const playedBy = (player: object) => phaseOf(turn, { ...manifest, player: { ...manifest.player, ...player } })
    expect(playedBy({ kind: 'explorer' })).toBe('Choosing an action')
    expect(playedBy({ kind: 'llm', model: 'tiny-1' })).toBe('Asking the model')
  })

  it('names the helper that is called', () => {
    const minded = mindEpisode()
    const until = (type: string, turn: number) => {
      const end = minded.findIndex((event) => event.event_type === type && 'role' in event && event.turn === turn)
      return reduceEvents(emptyEpisode, minded.slice(0, end + 1))
    }
    const asking = until('llm_request', MIND_TURNS.moreStuck)
    expect(phaseOf(asking.openTurn!, asking.manifest)).toBe('Asking the critic')
    expect(isBeforeCritic(asking.openTurn!)).toBe(false)
    const { helperCalls: _calls, ...before } = asking.openTurn!
    expect(isBeforeCritic(before)).toBe(true)
    const answered = until('llm_response', MIND_TURNS.moreStuck)
    expect(phaseOf(answered.openTurn!, answered.manifest)).not.toBe('Asking the critic')
    const failed = until('llm_error', MIND_TURNS.moreStuck + 1)
    expect(phaseOf(failed.openTurn!, failed.manifest)).not.toBe('Asking the critic')
  })
})
