import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { emptyHistory, extendHistory, stateAt } from './history'
import { atShare, atTurn, type Playhead, seqOf, stepEvent, stepTurns, toStart, turnOf } from './playhead'

const log = sampleEpisode({ turns: 12 })
const history = extendHistory(emptyHistory(), log)
const anyTurn = fc.integer({ min: -5, max: 20 })

describe('a step by turn', () => {
  it('lands on the last event of the turn', () => {
    const playhead = stepTurns(history, { turn: 4, event: 2 }, 1)
    expect(playhead).toEqual({ turn: 5, event: null })
    expect(stateAt(history, seqOf(history, playhead)).turns.length).toBe(5)
    expect(log[seqOf(history, playhead)]?.event_type).toBe('turn_completed')
  })

  it('forward and back returns to the start', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), (turn) => {
        expect(turnOf(history, stepTurns(history, stepTurns(history, atTurn(history, turn), 1), -1))).toBe(turn)
      }),
    )
  })

  it('is clamped to the opening and to live', () => {
    expect(stepTurns(history, { turn: 11, event: null }, 1)).toBe('live')
    expect(stepTurns(history, { turn: 0, event: null }, -1)).toEqual({ turn: 0, event: null })
    expect(stepTurns(history, 'live', -1)).toEqual({ turn: 11, event: null })
  })
})

it('the start of a part is its first turn, and from there the opening', () => {
  const cut = { from_turn: 5, to_turn: 12, turns: 25 }
  const part = extendHistory(
    emptyHistory(),
    log.map((event) => (event.event_type === 'episode_started' ? { ...event, cut } : event)),
  )
  expect(toStart(part, 'live')).toEqual({ turn: 5, event: null })
  expect(toStart(part, { turn: 5, event: null })).toEqual({ turn: 0, event: null })
  expect(toStart(history, 'live')).toEqual({ turn: 0, event: null })
})

describe('a step by event', () => {
  it('visits every event once, in order, and ends at the end', () => {
    const visited: number[] = []
    let playhead: Playhead = { turn: 0, event: 0 }
    while (playhead !== 'live') {
      visited.push(seqOf(history, playhead))
      playhead = stepEvent(history, playhead, 1)
    }
    expect(visited).toEqual(log.map(({ seq }) => seq))
  })

  it('back undoes forward', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 11 }), fc.integer({ min: 0, max: 6 }), (turn, event) => {
        const start: Playhead = { turn, event }
        expect(seqOf(history, stepEvent(history, stepEvent(history, start, 1), -1))).toBe(seqOf(history, start))
      }),
    )
  })

  it('does not stop at skipped events', () => {
    const playhead = stepEvent(history, { turn: 3, event: null }, 1, ({ event_type }) => event_type !== 'mcp_tool_call')
    expect(log[seqOf(history, playhead)]?.event_type).toBe('mcp_tool_call')
    expect(turnOf(history, playhead)).toBe(4)
  })
})

describe('a step in a log that is still being read', () => {
  it('by event stays at the last known event', () => {
    const end: Playhead = { turn: 12, event: 99 }
    expect(stepEvent(history, end, 1, undefined, false)).toEqual(end)
    expect(stepEvent(history, end, 1)).toBe('live')
  })

  it('by turn waits for its target', () => {
    expect(stepTurns(history, { turn: 30, event: null }, 1, false)).toEqual({ turn: 31, event: null })
    expect(stepTurns(history, 'live', -1, false)).toEqual({ turn: 11, event: null })
  })
})

describe('a playhead', () => {
  it('is in the log for any turn', () => {
    fc.assert(
      fc.property(anyTurn, (turn) => {
        const seq = seqOf(history, atTurn(history, turn))
        expect(seq).toBeGreaterThanOrEqual(0)
        expect(seq).toBeLessThan(log.length)
      }),
    )
  })

  it('at a share of the episode is at that share of its turns', () => {
    expect(turnOf(history, atShare(history, 0.5))).toBe(6)
    expect(atShare(history, 0)).toEqual({ turn: 0, event: null })
    expect(atShare(history, 1)).toBe('live')
  })

  it('at a missing turn is at the end', () => {
    expect(seqOf(history, { turn: 99, event: null })).toBe(log.length - 1)
  })
})
