import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { agentStateOf, statusOf } from './episode-status'
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
  it('describes the shown turn and the state of the agent', () => {
    expect(statusOf(view(unended), true, 'open')).toEqual({ shape: 'disc', tone: 'now', word: 'Live · turn 5' })
    expect(statusOf(view(unended, { turn: 2, event: null }), true, 'open')).toEqual({
      shape: 'ring',
      tone: 'now',
      word: 'Viewing 2, live 5',
    })
    expect(statusOf(view([...unended, control('paused', null)], { turn: 2, event: null }), true, 'open')).toEqual({
      shape: 'ring',
      tone: 'quiet',
      word: 'Viewing 2, paused at 5',
    })
    expect(statusOf(view([...unended, control('paused', 'Paused by the user')]), true, 'open').word).toBe(
      'Paused by the user',
    )
    expect(statusOf(view([...unended, control('stepping_turn', null)]), true, 'open').word).toBe('One turn, then pause')
    expect(statusOf(view(log), false, 'open').word).toBe('Turn limit')
    expect(statusOf(view(unended), false, 'open').word).toBe('Interrupted')
    expect(
      statusOf(view([...unended, control('paused', 'Paused by the user')]), false, 'open').word,
      'same as its row',
    ).toBe('Paused')
  })

  it('returns a long reason separately from the word', () => {
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

  it('is amber only for a current activity', () => {
    expect(statusOf(view(log, { turn: 2, event: null }), false, 'open').tone).toBe('quiet')
    expect(statusOf(view([...unended, control('paused', null)]), true, 'open').tone).toBe('quiet')
  })

  it('is "Opening" until it is known whether an unfinished episode is being played', () => {
    expect(statusOf(view(unended), null, 'open').word).toBe('Opening')
    expect(agentStateOf(view(unended).history.latest, null)).toBe('none')
    expect(statusOf(view(log), null, 'open').word).toBe('Turn limit')
  })

  it('puts a lost host first', () => {
    expect(statusOf(view(unended), true, 'lost')).toMatchObject({ shape: 'cross', word: 'Disconnected' })
  })
})

describe('agentStateOf', () => {
  it('an episode that was cut off can be resumed, one that ended well cannot', () => {
    const { latest } = extendHistory(emptyHistory(), log)
    expect(agentStateOf(latest, false)).toBe('resumable')
    expect(agentStateOf({ ...latest, ended: { ended: 'won', reason: '' } }, false)).toBe('ended')
    expect(agentStateOf({ ...latest, ended: null }, false)).toBe('resumable')
    expect(agentStateOf({ ...latest, ended: null }, true, true)).toBe('elsewhere')
    expect(agentStateOf(extendHistory(emptyHistory(), []).latest, false)).toBe('none')
  })
})
