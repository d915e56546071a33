import { describe, expect, it } from 'vitest'
import { emptyEpisode, type EpisodeState, type Observation } from '../episode/state/episode'
import { plainObservation, plainTurn } from '../episode/state/plain-turn.testkit'
import { lessonsOf } from './lessons'

const FIELD = { id: 1, name: 'Field' }
const CAVE = { id: 2, name: 'Cave' }

function played(
  actions: readonly (readonly [action: string, facts?: Partial<Observation>, text?: string])[],
  opening = plainObservation('Field\nA path leads north and down.'),
): EpisodeState {
  const turns = actions.map(([action, facts, text = `You ${action}.`], index) =>
    plainTurn(index + 1, action, plainObservation(text, { moves: index + 1, ...facts })),
  )
  const locations = Object.fromEntries(
    [FIELD, CAVE].map((place) => [
      place.id,
      { ...place, firstTurn: 0, lastTurn: 0, visits: 1, reachedBy: null, exits: {} },
    ]),
  )
  return { ...emptyEpisode, opening, turns, map: { locations, here: 1 } }
}
const lessons = (state: EpisodeState, kind: string) => lessonsOf(state).filter((lesson) => lesson.kind === kind)

describe('the lessons of an episode', () => {
  it('are none before its first turn', () => {
    expect(lessonsOf(emptyEpisode)).toEqual([])
    expect(lessonsOf(played([], plainObservation('Field')))).toEqual([])
  })

  it('name each death with its place and the points it cost, the costliest first', () => {
    const state = played([
      ['jump', { location: CAVE, rule_applied: 'restore', score: 0 }],
      ['wait', { score: 30 }],
      ['dive', { rule_applied: 'restore', score: 20 }],
    ])
    expect(lessons(state, 'death')).toEqual([
      { kind: 'death', turn: 3, place: 'Field', lost: 10 },
      { kind: 'death', turn: 1, place: 'Field', lost: 0 },
    ])
  })

  it('name long stretches without progress, longest first', () => {
    const idle = (turns: number) => Array.from({ length: turns }, (_, n) => [`think ${n}`, { score: 5 }] as const)
    const state = played([['north', { location: CAVE, score: 5 }], ...idle(15), ['take lamp', { score: 10 }]])
    const longer = played([...idle(20), ['north', { location: CAVE, score: 5 }], ...idle(30)])
    expect(lessons(state, 'stall')).toEqual([{ kind: 'stall', turn: 2, to: 16 }])
    // The first of its turns raises the score.
    expect(lessons(longer, 'stall')).toEqual([
      { kind: 'stall', turn: 22, to: 51 },
      { kind: 'stall', turn: 2, to: 20 },
    ])
    expect(lessons(played(idle(10)), 'stall')).toEqual([])
  })

  it('name commands that had no effect at least four times in one place, whatever their abbreviation', () => {
    const refused = (action: string) => [action, {}, 'The door is locked.'] as const
    const state = played([...['n', 'north', 'go north', 'N'].map(refused), ...['pray', 'pray', 'pray'].map(refused)])
    expect(lessons(state, 'command')).toEqual([{ kind: 'command', turn: 1, action: 'n', times: 4 }])
  })

  it('name exits that a description names and that were not tried, unless the story was won', () => {
    const state = played([
      ['north', { location: CAVE }, 'Cave\nA tunnel leads west.'],
      ['wait', { location: CAVE }],
    ])
    expect(lessons(state, 'exits')).toEqual([
      { kind: 'exits', turn: 0, place: 'Field', directions: ['down'] },
      { kind: 'exits', turn: 2, place: 'Cave', directions: ['west'] },
    ])
    expect(lessonsOf({ ...state, ended: { ended: 'won', reason: '' } })).toEqual([])
  })
})
