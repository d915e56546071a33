import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '../log/event'
import { emptyEpisode } from '../state/episode'
import { mindEpisode } from '../state/mind-episode.testkit'
import { reduceEpisode } from '../state/reduce-episode'
import { forkEvent, sampleEpisode, serverAnswer } from '../state/sample-episode.testkit'
import { NO_PAUSE_RULES, type PauseRules, whyPause } from './pause-rules'

const log = sampleEpisode({ turns: 120 })

/** The turns after which the rules pause, with their reasons. */
function stops(rules: PauseRules, events: readonly LoggedEvent[] = log) {
  const found: { turn: number; why: string }[] = []
  let state = emptyEpisode
  for (const event of events) {
    state = reduceEpisode(state, event)
    const why = event.event_type === 'turn_completed' ? whyPause(rules, state) : null
    if (why !== null) found.push({ turn: state.turns.length, why })
  }
  return { found, state }
}

describe('pause rules', () => {
  it('that are all off never pause', () => {
    expect(stops(NO_PAUSE_RULES).found).toEqual([])
  })

  it('pause at each change of the score, and only there', () => {
    const { found, state } = stops({ ...NO_PAUSE_RULES, score_change: true })
    const changes = state.turns.filter(
      ({ observation }, index) => observation?.score !== (state.turns[index - 1]?.observation ?? state.opening)?.score,
    )
    expect(found.map(({ turn }) => turn)).toEqual(changes.map(({ number }) => number))
    expect(found[0]?.why).toMatch(/^Paused: score \d+ → \d+$/)
  })

  it('name the tool that failed, and its server', () => {
    const { found, state } = stops({ ...NO_PAUSE_RULES, tool_error: true })
    expect(found.length).toBeGreaterThan(0)
    for (const { turn, why } of found) {
      const calls = state.turns[turn - 1]?.iterations.flatMap(({ toolCalls }) => toolCalls) ?? []
      const failed = calls.filter(({ status }) => status === 'failed' || status === 'timeout')
      expect(why).toBe(
        `Paused: ${failed[0]?.toolName} ${failed[0]?.status === 'timeout' ? 'gave no answer' : 'failed'}`,
      )
    }
  })

  it('pause once where a room is seen for the first time', () => {
    const { found, state } = stops({ ...NO_PAUSE_RULES, new_location: true })
    expect(found).toHaveLength(Object.keys(state.map.locations).length - 1)
  })

  it('pause at the turn that reaches the limit without score, not after it', () => {
    const { found, state } = stops({ ...NO_PAUSE_RULES, turns_without_score: 6 })
    for (const { turn } of found) {
      const scores = [state.opening, ...state.turns.map(({ observation }) => observation)].map((seen) => seen?.score)
      expect(new Set(scores.slice(turn - 6, turn + 1)).size).toBe(1)
      expect(scores[turn - 7]).not.toBe(scores[turn])
    }
  })

  it('pause once at the turn that passes the cost', () => {
    const ofModel = sampleEpisode({ turns: 120, model: 'test/lantern' })
    const { costUsd } = stops(NO_PAUSE_RULES, ofModel).state.totals
    const { found } = stops({ ...NO_PAUSE_RULES, cost_usd: (costUsd ?? NaN) / 2 }, ofModel)
    expect(found).toHaveLength(1)
  })

  it('pause at the turn whose helper passes the cost', () => {
    const costly = mindEpisode().map((event) =>
      event.event_type === 'llm_response' ? { ...event, cost_usd: event.role === undefined ? 0 : 1 } : event,
    )
    const { found } = stops({ ...NO_PAUSE_RULES, cost_usd: 0.5 }, costly)
    expect(found).toHaveLength(1)
  })

  const before = (type: LoggedEvent['event_type'], turn: number, added: readonly LoggedEvent[]) =>
    log.flatMap((event) =>
      event.event_type === type && 'turn' in event && event.turn === turn ? [...added, event] : [event],
    )

  it('pause at the turn in which the answer to a server passes the cost', () => {
    const costly = before('turn_completed', 2, [serverAnswer(2)])
    expect(stops({ ...NO_PAUSE_RULES, cost_usd: 0.5 }, costly).found).toMatchObject([{ turn: 2 }])
  })

  it('pause at the turn of which a dropped attempt passed the cost', () => {
    const started = log.find((event) => event.event_type === 'turn_started' && event.turn === 2)
    if (!started) throw new Error('The sample has turns.')
    const dropped = before('turn_started', 2, [started, serverAnswer(2)])
    expect(stops({ ...NO_PAUSE_RULES, cost_usd: 0.5 }, dropped).found).toMatchObject([{ turn: 2 }])
  })

  it('count the cost of a fork from its beginning', () => {
    const costly = before('turn_completed', 2, [serverAnswer(2)])
    const end = costly.findIndex((event) => event.event_type === 'turn_started' && event.turn === 3)
    const forked = [
      ...costly.slice(0, end),
      { ...forkEvent(2), seq: 0, at: '', episode_id: 'fork' },
      ...costly.slice(end, end + 1),
      serverAnswer(3),
      ...costly.slice(end + 1),
    ]
    expect(stops({ ...NO_PAUSE_RULES, cost_usd: 0.5 }, forked).found).toMatchObject([{ turn: 2 }, { turn: 3 }])
  })
})
