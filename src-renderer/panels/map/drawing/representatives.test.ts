import { expect, it } from 'vitest'
import { shortList, shortLoops } from './representatives'

it('lists the objects and loops that fit, and counts the rest', () => {
  expect(shortList(['lamp', 'sword', 'trophy case'], 9.4)).toBe('lamp, sword +1')
  expect(shortList(['a wall with many engravings'], 9.4)).toBe('1 object')
  expect(shortList([], 9.4)).toBe('')
  expect(shortLoops(['north', 'west'])).toBe('N, W ↺')
  expect(shortLoops(['frotz the bread'])).toBe('frotz the bread ↺')
  expect(shortLoops(['frotz the bread', 'say the magic word to the tree'])).toBe('+2 ↺')
  expect(shortLoops(['say the magic word to the tree'])).toBe('+1 ↺')
})
