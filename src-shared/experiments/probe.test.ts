import { describe, expect, it } from 'vitest'
import { recitalOf, type RecitedPassage } from './probe'

const ROOMS = ['Kitchen', 'Living Room', 'Attic', 'Forest']
const answering = (answerOf: (to: string) => string | null): readonly RecitedPassage[] =>
  ROOMS.map((to) => ({ from: 'Hall', direction: 'east', to, answer: answerOf(to) }))

describe('a recital', () => {
  it('without a mistake is 1, whatever case and article', () =>
    expect(recitalOf(answering((to) => `The ${to.toUpperCase()}.`))).toEqual({
      questions: 4,
      right: 4,
      by_chance: 0.25,
      value: 1,
    }))

  it('that always names the same room is 0', () =>
    expect(recitalOf(answering(() => 'Forest'))).toEqual({ questions: 4, right: 1, by_chance: 0.25, value: 0 }))

  it('without an answer is 0', () => expect(recitalOf(answering(() => null))).toMatchObject({ right: 0, value: 0 }))

  it('of rooms in the wrong places is below 0', () =>
    expect(recitalOf(answering((to) => ROOMS[(ROOMS.indexOf(to) + 1) % 4]!)).value).toBeCloseTo(-1 / 3))

  it('is not measured without questions, and where only one answer is possible', () => {
    expect(recitalOf([]).value).toBeNull()
    expect(recitalOf(answering(() => 'Maze').map((one) => ({ ...one, to: 'Maze' }))).value).toBeNull()
  })
})
