import { expect, it } from 'vitest'
import { choosePairs, type Pair } from './pair-search'

const objects = Array.from({ length: 12 }, (_, index) => index + 1)
/** Objects 1 to 4 can be carried, 9 and 10 hold things; everything else is refused in one of two ways. */
function answer([first, second]: Pair): string | null {
  if (first > 4) return 'It is fixed.'
  return second === 9 || second === 10 ? null : 'It holds nothing.'
}
const key = (pair: Pair) => pair.join(' ')

it('every pair with an effect is tried or chosen, and few others are', () => {
  const tried = new Set<string>()
  const chosen = [
    ...choosePairs(objects, objects, (pair) => {
      tried.add(key(pair))
      return answer(pair)
    }),
  ]
  const all = new Set([...tried, ...chosen.map(key)])
  for (const first of [1, 2, 3, 4]) for (const second of [9, 10]) expect(all).toContain(`${first} ${second}`)
  expect(all.size).toBeLessThan(50)
})

it('if there are few pairs, all are chosen without trials', () => {
  const pairs = [
    ...choosePairs([1, 2, 3], [2, 3, 4], () => {
      throw new Error('There is nothing to ask.')
    }),
  ]
  expect(pairs).toHaveLength(7)
})
