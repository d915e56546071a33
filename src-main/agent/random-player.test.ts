import { describe, expect, it } from 'vitest'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { plainObservation, plainTurn } from '@shared/episode/state/plain-turn.testkit'
import { createRandomPlayer } from './random-player'

const field = plainObservation('A field with a lamp.', {
  visible: [
    { id: 2, name: 'lamp' },
    { id: 3, name: 'hidden key' },
  ],
})
const atTurn = (turn: number): EpisodeState => ({
  ...emptyEpisode,
  opening: field,
  turns: Array.from({ length: turn - 1 }, (_, index) => plainTurn(index + 1, 'look', field)),
})
const play = (seed: number) =>
  Array.from({ length: 200 }, (_, index) => createRandomPlayer(seed).chooseAction(atTurn(index + 1)))

describe('the random player', () => {
  it('plays the same for the same seed, also after a resume, and differs for another', () => {
    expect(play(7)).toEqual(play(7))
    expect(play(7)).not.toEqual(play(8))
  })

  it('uses directions, plain verbs, and verbs on named objects only', () => {
    const actions = new Set(play(7))
    expect(actions).toContain('north')
    expect(actions).toContain('examine lamp')
    expect(actions).toContain('wait')
    expect([...actions].join()).not.toContain('key')
  })
})
