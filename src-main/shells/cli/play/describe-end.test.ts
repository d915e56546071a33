import { expect, it } from 'vitest'
import { describeEnd } from './describe-end'

const end = { ended: null, reason: null, turns: 3, score: null, maxScore: null }

it.each([
  [{ ...end, ended: 'turn_limit', reason: 'The limit of 1 turns was reached', turns: 1 } as const, /after 1 turn$/],
  [{ ...end, reason: 'Paused: a tool failed' }, /^Paused: a tool failed after 3 turns$/],
  [{ ...end, score: 5, maxScore: 100 }, /^paused: There was no one to answer after 3 turns, score 5 of 100$/],
])('the end of an episode is told once and counts rightly: %j', (summary, line) => {
  expect(describeEnd(summary)).toMatch(line)
})
