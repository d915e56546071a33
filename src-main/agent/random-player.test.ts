import { emptyEpisode, type EpisodeState, type Observation } from '@shared/episode/episode'
import { describe, expect, it } from 'vitest'
import { createRandomPlayer } from './random-player'

const field: Observation = {
  text: 'A field with a lamp.',
  prompt: '>',
  input: 'line',
  notices: [],
  fault: false,
  location: { id: 1, name: 'Field' },
  score: 0,
  max_score: null,
  moves: 0,
  inventory: [],
  visible: [
    { id: 2, name: 'lamp' },
    { id: 3, name: 'hidden key' },
  ],
  victory: null,
  game_over: null,
}
const atTurn = (turn: number): EpisodeState => ({
  ...emptyEpisode,
  opening: field,
  turns: Array.from({ length: turn - 1 }, (_, index) => ({
    number: index + 1,
    startedAt: '',
    firstSeq: 0,
    lastSeq: 0,
    session: null,
    iterations: [],
    action: { action: 'look', reasoning: '', new_objective: null, source: 'random' },
    observation: field,
    problems: [],
    completed: null,
  })),
})
const play = (seed: number) =>
  Array.from({ length: 200 }, (_, index) => createRandomPlayer(seed).chooseAction(atTurn(index + 1)))

describe('the random player', () => {
  it('plays the same for the same seed, also when it joins late, and otherwise for another', () => {
    expect(play(7)).toEqual(play(7))
    expect(play(7)).not.toEqual(play(8))
  })

  it('uses directions, plain verbs and verbs on what was named, and nothing that was not', () => {
    const actions = new Set(play(7))
    expect(actions).toContain('north')
    expect(actions).toContain('examine lamp')
    expect(actions).toContain('wait')
    expect([...actions].join()).not.toContain('key')
  })
})
