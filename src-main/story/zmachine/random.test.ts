import { expect, it } from 'vitest'
import { RandomGenerator } from './random'

const draws = (generator: RandomGenerator, range: number, count: number) =>
  Array.from({ length: count }, () => generator.draw(range))

it('the same seed draws the same numbers, and 0 is a seed like any other', () => {
  const [one, two] = [new RandomGenerator(), new RandomGenerator()]
  one.seed(0)
  two.seed(0)
  expect(draws(one, 100, 20)).toEqual(draws(two, 100, 20))
})

it('draws lie between 1 and the range', () => {
  const generator = new RandomGenerator()
  generator.seed(12)
  const drawn = draws(generator, 6, 1000)
  expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([1, 6])
})

it('a small negative range starts a counter, and 0 ends it by reseeding', () => {
  const generator = new RandomGenerator()
  generator.seed(7)
  const first = draws(generator, 1000, 3)
  expect(generator.draw(-3)).toBe(0)
  expect(draws(generator, 10, 5)).toEqual([1, 2, 3, 1, 2])
  generator.draw(0)
  expect(draws(generator, 1000, 3)).toEqual(first)
})

it('a captured state continues where it was captured', () => {
  const generator = new RandomGenerator()
  generator.seed(99)
  const state = generator.capture()
  const expected = draws(generator, 500, 10)
  generator.apply(state)
  expect(draws(generator, 500, 10)).toEqual(expected)
})

it('a range of -1,000 or less is a seed, and a negative one above it is the limit of a counter', () => {
  for (const seed of [1000, 1001, 31_415]) {
    const [drawn, seeded] = [new RandomGenerator(), new RandomGenerator()]
    drawn.seed(7)
    expect(drawn.draw(-seed)).toBe(0)
    seeded.seed(seed)
    expect(draws(drawn, 500, 20)).toEqual(draws(seeded, 500, 20))
  }
  const counter = new RandomGenerator()
  counter.seed(7)
  counter.draw(-999)
  expect(draws(counter, 2000, 1000)).toEqual([...Array.from({ length: 999 }, (_, index) => index + 1), 1])
})
