import { expect, it } from 'vitest'
import { seedOfText, seedPerRequest } from './request-seed'

it('the seed differs between requests, and is the same in the same run', () => {
  const [one, again] = [seedPerRequest(7), seedPerRequest(7)]
  const at = { turn: 3, iteration: 1 }
  expect(one(at, 0, 0)).toBe(again(at, 0, 0))
  const others = [
    one(at, 0, 0),
    one(at, 0, 1),
    one(at, 1, 0),
    one({ ...at, turn: 4 }, 0, 0),
    seedPerRequest(8)(at, 0, 0),
  ]
  expect(new Set(others).size).toBe(5)
  expect(seedPerRequest(null)(at, 0, 0)).toBeNull()
})

it('the seed of a text depends on the text and how often it came before, not on other texts', () => {
  const one = seedOfText(7)
  const first = [one('a'), one('b'), one('a')]
  const other = seedOfText(7)
  expect([other('b'), other('a'), other('a')]).toEqual([first[1], first[0], first[2]])
  expect(new Set(first).size).toBe(3)
  expect(seedOfText(8)('a')).not.toBe(first[0])
  expect(seedOfText(null)('a')).toBeNull()
})
