import { expect, it } from 'vitest'
import type { Observation } from '../state/episode'
import { foldEvents, sampleEpisode } from '../state/sample-episode.testkit'
import { deathsOf } from './deaths'

const state = foldEvents(sampleEpisode({ turns: 12, seed: 3 }))
const location = (turn: number) => state.turns[turn - 1]?.observation?.location?.id
const withObservations = (changed: Readonly<Record<number, Partial<Observation>>>) => ({
  ...state,
  turns: state.turns.map((turn) => ({
    ...turn,
    observation: turn.observation && { ...turn.observation, ...changed[turn.number] },
  })),
})

it('an episode without a death has none', () => expect(deathsOf(state)).toEqual([]))

it('if a story revives the player elsewhere, the death was at the previous location', () => {
  const text =
    'You fall.\n\n    ****  You have died  ****\n\nYou probably deserve another chance.\n\nForest\nTrees in all directions.'
  expect(deathsOf(withObservations({ 5: { text, location: { id: 999, name: 'Forest' } } }))).toEqual([
    { turn: 5, location: location(4) },
  ])
})

it('every death counts, the last one too', () => {
  expect(
    deathsOf(
      withObservations({
        5: { rule_applied: 'restore' },
        9: { rule_applied: 'undo' },
        12: { game_over: true, victory: false },
      }),
    ),
  ).toEqual([
    { turn: 5, location: location(4) },
    { turn: 12, location: location(12) },
  ])
})

it('a victory is not a death, whatever the story calls it', () => {
  expect(deathsOf(withObservations({ 12: { game_over: true, victory: true, text: 'You have died a hero.' } }))).toEqual(
    [],
  )
})
