import { expect, it } from 'vitest'
import { blocksOf } from './blocks.testkit'
import { formatFacts } from './facts'

it('are the granted fields of the state block, without its text and its last action', () => {
  const [, now] = blocksOf([{}, { action: 'take key', score: 5, holds: [7], sees: ['lamp', 'old door'] }])
  expect(now && formatFacts({ ...now, turns_left: 39 })).toBe(
    'Facts: you are at Room 1#1, score 5 (+5), turn 2 of 40.\nYou carry: thing 7.\nYou see: lamp, old door.',
  )
})

it('are the turn where nothing else is granted, and the commands and undos of the highest levels', () => {
  const [now] = blocksOf([{}])
  if (!now) throw new Error('There is no block.')
  const { v, handicap, turn, turns_left, observation, last } = now
  const text = { v, handicap, turn, turns_left, observation, last }
  expect(formatFacts(text)).toBe('Facts: turn 1.')
  expect(formatFacts({ ...text, valid_actions: ['north', 'take key'], undo: { turns: 3 } })).toBe(
    'Facts: turn 1.\nCommands that change something: north; take key.\n"undo" can take back 3 turns.',
  )
})
