import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { describe, expect, it } from 'vitest'
import { agentOf, statusOf } from './episode-status'
import { emptyHistory, extendHistory } from './history'
import type { Playhead } from './playhead'

const log = sampleEpisode({ turns: 5 })
const unended = log.slice(0, -1)
const control = (mode: 'pausing' | 'paused' | 'stepping_turn', reason: string | null): LoggedEvent => ({
  seq: unended.length,
  at: '2026-03-02T09:00:00.000Z',
  episode_id: 'sample',
  event_type: 'control_changed',
  mode,
  reason,
})
const view = (events: readonly LoggedEvent[], playhead: Playhead = 'live') => ({
  id: 'sample',
  history: extendHistory(emptyHistory(), events),
  playhead,
  caughtUp: true,
  failure: null,
})

describe('statusOf', () => {
  it('says what the window shows', () => {
    expect(statusOf(view(unended), true, 'open')).toEqual({ shape: 'disc', tone: 'now', word: 'Live · turn 5' })
    expect(statusOf(view(unended, { turn: 2, event: null }), true, 'open')).toEqual({
      shape: 'ring',
      tone: 'now',
      word: 'Viewing 2, live 5',
    })
    expect(statusOf(view([...unended, control('paused', 'Paused by you')]), true, 'open').word).toBe('Paused by you')
    expect(statusOf(view([...unended, control('stepping_turn', null)]), true, 'open').word).toBe('One turn, then pause')
    expect(statusOf(view(log), false, 'open').word).toBe('Turn limit')
    expect(statusOf(view(unended), false, 'open').word).toBe('Interrupted')
    expect(
      statusOf(view([...unended, control('paused', 'Paused by you')]), false, 'open').word,
      'as its row says',
    ).toBe('Paused')
  })

  it('has a reason of any length apart from its word', () => {
    const reason = `Paused: the endpoint answered ${'that it has no model of this name '.repeat(9)}`
    expect(statusOf(view([...unended, control('paused', reason)]), true, 'open')).toMatchObject({
      word: 'Paused',
      reason,
    })
    expect(statusOf(view(log, { turn: 2, event: null }), false, 'open', 'Stopped at a breakpoint')).toMatchObject({
      word: 'Turn 2 of 5',
      reason: 'Stopped at a breakpoint',
    })
  })

  it('amber is for what happens now', () => {
    expect(statusOf(view(log, { turn: 2, event: null }), false, 'open').tone).toBe('quiet')
    expect(statusOf(view([...unended, control('paused', null)]), true, 'open').tone).toBe('quiet')
  })

  it('an episode without an end is being opened until it is known whether somebody plays it', () => {
    expect(statusOf(view(unended), null, 'open').word).toBe('Opening')
    expect(agentOf(view(unended).history.latest, null)).toBe('none')
    expect(statusOf(view(log), null, 'open').word).toBe('Turn limit')
  })

  it('a lost host comes before all else', () => {
    expect(statusOf(view(unended), true, 'lost')).toMatchObject({ shape: 'cross', word: 'Disconnected' })
  })
})

describe('agentOf', () => {
  it('an episode that ended well cannot go on, one that was cut off can', () => {
    const { latest } = extendHistory(emptyHistory(), log)
    expect(agentOf(latest, false)).toBe('resumable')
    expect(agentOf({ ...latest, ended: { ended: 'won', reason: '' } }, false)).toBe('ended')
    expect(agentOf({ ...latest, ended: null }, false)).toBe('resumable')
    expect(agentOf({ ...latest, ended: null }, true, true)).toBe('elsewhere')
    expect(agentOf(extendHistory(emptyHistory(), []).latest, false)).toBe('none')
  })
})
