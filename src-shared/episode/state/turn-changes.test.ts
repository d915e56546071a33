import { describe, expect, it } from 'vitest'
import type { Observation } from './episode'
import { plainObservation } from './plain-turn.testkit'
import { changesOf } from './turn-changes'

const seen = (facts: Partial<Observation>): Observation =>
  plainObservation('', { location: { id: 1, name: 'Cellar' }, score: 5, max_score: 100, moves: 3, ...facts })

describe('changesOf', () => {
  it('lists what was gained and lost by id, not by name', () => {
    const key = { id: 7, name: 'key' }
    const otherKey = { id: 8, name: 'key' }
    const { gained, lost } = changesOf(seen({ inventory: [key] }), seen({ inventory: [otherKey], moves: 4 }))
    expect([gained, lost]).toEqual([[otherKey], [key]])
  })

  it('two rooms with the same name are different rooms', () => {
    expect(changesOf(seen({}), seen({ location: { id: 2, name: 'Cellar' }, moves: 4 })).movedTo?.id).toBe(2)
  })

  it('a command that took no move and changed nothing was refused', () => {
    expect(changesOf(seen({}), seen({})).rejected).toBe(true)
    expect(changesOf(seen({}), seen({ moves: 4 })).rejected).toBe(false)
    expect(changesOf(seen({}), seen({ score: 10 })).rejected).toBe(false)
  })

  it('a fact that the machine could not determine changed nothing', () => {
    const unknown = seen({
      location: null,
      score: null,
      moves: null,
      inventory: null,
      visible: null,
      victory: null,
      game_over: null,
    })
    expect(changesOf(unknown, unknown)).toEqual({
      scoreDelta: 0,
      movedTo: null,
      gained: [],
      lost: [],
      died: false,
      won: false,
      rejected: false,
    })
    expect(changesOf(seen({}), null).rejected).toBe(false)
  })

  it('a player who is revived has died', () => {
    expect(
      changesOf(seen({}), seen({ text: 'You fall.\n\n    ****  You have died  ****\n\nForest', moves: 4 })).died,
    ).toBe(true)
  })

  it('the end of the story is a death unless it is a victory', () => {
    expect(changesOf(seen({}), seen({ game_over: true })).died).toBe(true)
    expect(changesOf(seen({}), seen({ game_over: true, victory: true }))).toMatchObject({ died: false, won: true })
  })
})
