import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DraftEvent, EpisodeEvent, EventBody, LoggedEvent } from '@shared/episode/log/event'
import { emptyEpisode } from '@shared/episode/state/episode'
import { reduceEpisode } from '@shared/episode/state/reduce-episode'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { emptyHistory, extendHistory, stateAt } from './history'

const log = sampleEpisode({ turns: 130 })
const historyOf = (events: readonly EpisodeEvent[]) => extendHistory(emptyHistory(), events)
const bodies = (events: readonly LoggedEvent[]): readonly EventBody[] =>
  events.map(({ seq: _seq, at: _at, episode_id: _id, ...body }) => body)
const stampAll = (events: readonly EventBody[], from: number): readonly LoggedEvent[] =>
  events.map((body, index) => ({ seq: from + index, at: '2026-03-02T10:00:00.000Z', episode_id: 'sample', ...body }))
const delta = (turn: number): DraftEvent => ({
  event_type: 'llm_delta',
  turn,
  iteration: 1,
  offset: 0,
  part: 'content',
  tool_index: 0,
  text: 'I think',
})

describe('stateAt', () => {
  it('equals folding the prefix, whichever state it starts from', () => {
    const history = historyOf(log)
    const anySeq = fc.integer({ min: 0, max: log.length - 1 })
    fc.assert(
      fc.property(anySeq, anySeq, (seq, nearSeq) => {
        const near = foldEvents(log.slice(0, nearSeq + 1))
        expect(stateAt(history, seq, near)).toEqual(foldEvents(log.slice(0, seq + 1)))
      }),
      { numRuns: 60 },
    )
  })

  it('folds at most the turns since a keyframe', () => {
    const { keyframes } = historyOf(log)
    expect(keyframes.map(({ turnCount }) => turnCount)).toEqual([50, 100])
  })

  it('stores turns once for all keyframes, also where turns were replayed', () => {
    const resumed = stampAll(
      [
        { event_type: 'episode_resumed', from_turn: 70, turn_limit: 130, app_version: '0.1.0' },
        ...bodies(log.slice(log.findIndex((event) => event.event_type === 'turn_started' && event.turn === 71))),
      ],
      log.length,
    )
    const all = [...log, ...resumed]
    const history = historyOf(all)
    expect(history.keyframes.map(({ state, turnCount }) => [state.turns, turnCount])).toEqual([
      [[], 50],
      [[], 100],
    ])
    for (const seq of [log.length - 1, log.length, all.length - 300, all.length - 1])
      expect(stateAt(history, seq)).toEqual(foldEvents(all.slice(0, seq + 1)))
  })

  it('shows a draft only at the end', () => {
    const open = log.findIndex((event) => event.event_type === 'llm_request' && event.turn === 5)
    const history = extendHistory(historyOf(log.slice(0, open + 1)), [delta(5)])
    expect(stateAt(history, open).openTurn?.iterations[0]?.draft?.content).toBe('I think')
    expect(stateAt(history, open - 1)).toEqual(foldEvents(log.slice(0, open)))
  })
})

describe('extendHistory', () => {
  it('gives the same history for any batching', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: log.length }), { maxLength: 12 }), (cuts) => {
        const bounds = [0, ...new Set(cuts.toSorted((a, b) => a - b)), log.length]
        const cut = bounds
          .slice(1)
          .reduce((history, end, index) => extendHistory(history, log.slice(bounds[index], end)), emptyHistory())
        const whole = historyOf(log)
        expect(cut.latest).toEqual(whole.latest)
        expect(cut.spans).toEqual(whole.spans)
      }),
      { numRuns: 20 },
    )
  })

  it('extends a history that was already extended', () => {
    const before = historyOf(log.slice(0, 900))
    extendHistory(before, log.slice(900, 1500))
    const after = extendHistory(before, log.slice(900))
    expect(after.events).toEqual(log)
    expect(after.keyframes).toEqual(historyOf(log).keyframes)
  })

  it('refuses a log with a gap and names the missing event', () => {
    expect(() => historyOf([...log.slice(0, 3), log[4] as LoggedEvent])).toThrow('Event 3 of the episode is missing')
  })

  it('drops a turn that a crash cut off', () => {
    const inTurn4 = log.findIndex((event) => event.event_type === 'turn_started' && event.turn === 4) + 2
    const before = log.slice(0, inTurn4)
    const stamp = (offset: number) => ({
      seq: before.length + offset,
      at: '2026-03-02T10:00:00.000Z',
      episode_id: 'sample',
    })
    const resumed: LoggedEvent[] = [
      ...before,
      { ...stamp(0), event_type: 'episode_resumed', from_turn: 3, turn_limit: 10, app_version: '0.1.0' },
      { ...stamp(1), event_type: 'turn_started', turn: 4 },
    ]
    const { spans, latest } = historyOf(resumed)
    expect(spans.length).toBe(5)
    expect(spans[4]?.firstSeq).toBe(before.length + 1)
    expect(spans[3]?.lastSeq).toBeLessThan(inTurn4)
    expect(latest.openTurn?.iterations).toEqual([])
  })

  it('drops a turn that was stopped in the middle', () => {
    const open = log.findIndex((event) => event.event_type === 'llm_request' && event.turn === 4)
    const stopped: LoggedEvent = {
      seq: open + 1,
      at: '2026-03-02T10:00:00.000Z',
      episode_id: 'sample',
      event_type: 'episode_ended',
      ended: 'stopped',
      reason: 'Stopped by the user',
    }
    const history = historyOf([...log.slice(0, open + 1), stopped])
    expect(history.spans.length).toBe(4)
    expect(history.latest.turns.length).toBe(3)
  })

  it('does not store a draft as an event', () => {
    const history = extendHistory(emptyHistory(), [delta(1), ...log.slice(0, 2)])
    expect(history.latest).toEqual(log.slice(0, 2).reduce(reduceEpisode, emptyEpisode))
  })
})
