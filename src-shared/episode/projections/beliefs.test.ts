import { describe, expect, it } from 'vitest'
import type { EpisodeState, Turn } from '../state/episode'
import { MIND_TURNS, mindEpisode } from '../state/mind-episode.testkit'
import { foldEvents } from '../state/sample-episode.testkit'
import { calibrationOf, falseBeliefsActedOn, latestBeliefs } from './beliefs'

const state = foldEvents(mindEpisode())
const turn = (number: number): Turn => state.turns[number - 1]!
const acting = (number: number, action: string): Turn => ({
  ...turn(number),
  action: { action, reasoning: '', new_objective: null, source: 'model' },
})

describe('beliefs', () => {
  it('are known by their last check', () => {
    expect(latestBeliefs(state.turns).get('n1')).toMatchObject({ verdict: 'stale', since: 4, turn: 5 })
    expect(latestBeliefs(state.turns.slice(0, 20)).get('n3')).toBeUndefined()
    expect(latestBeliefs(state.turns).get('n3')).toMatchObject({ verdict: 'right', turn: 21 })
  })

  it('are acted on where the action names the subject of a false note', () => {
    const actedOn = (action: string) =>
      falseBeliefsActedOn(state, acting(MIND_TURNS.falseBelief, action)).map(({ source }) => source)
    expect(actedOn('take lantern')).toEqual(['n1'])
    expect(actedOn('North')).toEqual(['n2'])
    expect(actedOn('northwest')).toEqual([])
    expect(actedOn('look')).toEqual([])
  })

  it('are acted on where a prediction was false', () => {
    const wrong = {
      source: 'expect',
      claim: 'It opens.',
      told: null,
      truth: 'It is locked.',
      verdict: 'never_true',
    } as const
    const expects = { ...acting(1, 'open door'), beliefs: [wrong] }
    expect(falseBeliefsActedOn(state, expects)).toEqual([wrong])
    expect(falseBeliefsActedOn(state, { ...expects, beliefs: [{ ...wrong, verdict: 'unknowable' }] })).toEqual([])
    expect(falseBeliefsActedOn(state, { ...expects, beliefs: [{ ...wrong, source: 'critic' }] })).toEqual([])
  })

  it('are counted by author, each note by its last check', () => {
    expect(calibrationOf(state)).toEqual([
      { source: 'expect', right: 0, stale: 0, neverTrue: 0, unknowable: 1 },
      { source: 'critic', right: 0, stale: 0, neverTrue: 1, unknowable: 0 },
      { source: 'actor', right: 1, stale: 1, neverTrue: 1, unknowable: 0 },
    ])
    const checkedAgain: EpisodeState = { ...state, turns: [...state.turns, { ...turn(21), number: 31 }] }
    expect(calibrationOf(checkedAgain)).toEqual(calibrationOf(state))
  })
})
