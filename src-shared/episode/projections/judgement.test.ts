import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Observation } from '../state/episode'
import { plainObservation, plainTurn } from '../state/plain-turn.testkit'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { judgementsOf } from './judgement'

const field = { id: 1, name: 'Field' }
const barn = { id: 2, name: 'Barn' }
const lamp = { id: 9, name: 'lamp' }
const opening = plainObservation('A field.', { moves: 1 })

/** Turns of these actions with their results; each takes a move. */
const judged = (...turns: readonly (readonly [action: string, text: string, facts?: Partial<Observation>])[]) =>
  judgementsOf({
    opening,
    turns: turns.map(([action, text, facts], index) =>
      plainTurn(index + 1, action, plainObservation(text, { moves: index + 2, ...facts })),
    ),
  })

it('a location is found once, and so is a thing', () => {
  expect(
    judged(
      ['east', 'Barn', { location: barn }],
      ['take lamp', 'Taken.', { location: barn, inventory: [lamp] }],
      ['drop lamp', 'Dropped.', { location: barn }],
      ['take it', 'All right.', { location: barn, inventory: [lamp] }],
      ['west', 'Field', { location: field, inventory: [lamp] }],
      ['go east', 'The barn.', { location: barn, inventory: [lamp] }],
    ),
  ).toEqual(['found', 'found', null, null, null, null])
})

it('the same reply to the same action in the same place is a repetition', () => {
  expect(
    judged(
      ['ring bell', 'It rings.'],
      ['Ring bell ', 'It rings.'],
      ['ring bell', 'It falls down.'],
      ['east', 'Barn', { location: barn }],
      ['ring bell', 'It rings.', { location: barn }],
    ),
  ).toEqual([null, 'repeated', null, 'found', null])
})

it('an action that the game refuses or does not understand is wasted, with a move or without', () => {
  expect(
    judged(
      ['xyzzy', 'I don\'t know the word "xyzzy".', { moves: 1 }],
      ['open door', 'The door is locked.'],
      ['take moon', "You can't see any moon here."],
    ).map((each) => each ?? 'none'),
  ).toEqual(['wasted', 'wasted', 'wasted'])
})

it('death ranks above points, and points above discoveries', () => {
  expect(
    judged(
      ['east', 'Barn', { location: barn, score: 5 }],
      ['jump', '    ****  You have died  ****', { location: field, score: 10 }],
      ['bow', 'You have won.', { score: 10, victory: true, game_over: true }],
    ),
  ).toEqual(['progress', 'deadly', 'progress'])
})

it('later turns change no judgement, whatever was asked before', () => {
  const { turns, opening: start } = foldEvents(sampleEpisode({ turns: 80 }))
  const whole = judgementsOf({ turns, opening: start })
  fc.assert(
    fc.property(fc.nat(80), (length) => {
      // Turns that were not judged before, so that no cache has them.
      const fresh = foldEvents(sampleEpisode({ turns: 80 })).turns.slice(0, length)
      for (const each of [turns.slice(0, length), fresh])
        expect(judgementsOf({ turns: each, opening: start })).toEqual(whole.slice(0, length))
    }),
    { numRuns: 20 },
  )
  expect(new Set(whole).size).toBeGreaterThan(2)
})

it('an episode that continued from an earlier turn is judged by its own turns', () => {
  const { turns, opening: start } = foldEvents(sampleEpisode({ turns: 20 }))
  judgementsOf({ turns, opening: start })
  const [first] = turns
  if (!first) throw new Error('The sample has turns.')
  const other = [
    first,
    plainTurn(2, 'xyzzy', plainObservation('I beg your pardon?', { location: first.observation?.location ?? null })),
  ]
  expect(judgementsOf({ turns: other, opening: start })[1]).toBe('wasted')
})
