import { expect, it } from 'vitest'
import { blocksOf } from './blocks.testkit'
import { formatFacts } from './facts'

it('facts are the granted fields of the state block, without its text and its last action', () => {
  const [, now] = blocksOf([{}, { action: 'take key', score: 5, holds: [7], sees: ['lamp', 'old door'] }])
  expect(now && formatFacts({ ...now, turns_left: 39 })).toBe(
    'Place: Room 1#1 | Score: 5 (+5) | Turn: 2/40 | Carried: thing 7 | In sight: lamp, old door',
  )
})

it('facts are only the turn if nothing else is granted, and include commands and undos at the highest levels', () => {
  const [now] = blocksOf([{}])
  if (!now) throw new Error('There is no block.')
  const { v, handicap, turn, turns_left, observation, last } = now
  const text = { v, handicap, turn, turns_left, observation, last }
  expect(formatFacts(text)).toBe('Turn: 1')
  expect(formatFacts({ ...text, valid_actions: ['north', 'take key'], undo: { turns: 3 } })).toBe(
    'Turn: 1 | Commands that change something: north; take key | Turns that "undo" can take back: 3',
  )
})
