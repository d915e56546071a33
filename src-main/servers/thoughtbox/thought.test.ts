import { describe, expect, it } from 'vitest'
import { readThought } from './thought'

const first = { thought: 'A lamp first.', thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: true }
const known = new Set([1, 2])

describe('a thought', () => {
  it('has the fields of the schema, and a total that is at least its number', () => {
    expect(readThought({ ...first, thoughtNumber: 5, colour: 'blue' }, known)).toEqual({
      ...first,
      thoughtNumber: 5,
      totalThoughts: 5,
    })
  })

  it.each([
    ['a field is missing', { thought: undefined }, 'thought: is missing'],
    [
      'a number is none',
      { thoughtNumber: 1.5, totalThoughts: '3' },
      'thoughtNumber: must be a whole number from 1 on, not 1.5; totalThoughts: must be a whole number from 1 on, not "3"',
    ],
    ['a text is none', { thought: null }, 'thought: must be a string, not null'],
    [
      'it revises what was never thought',
      { revisesThought: 3 },
      'revisesThought: there is no thought 3; the thoughts so far are 1, 2',
    ],
    [
      'it revises and says that it does not',
      { revisesThought: 1, isRevision: false },
      'revisesThought: names a thought, but isRevision is false',
    ],
    [
      'it branches from what was never thought',
      { branchFromThought: 9 },
      'branchFromThought: there is no thought 9; the thoughts so far are 1, 2',
    ],
    ['a branch begins nowhere', { branchId: 'b' }, 'branchId: needs branchFromThought'],
  ])('is refused, with the name of each fault, if %s', (_what, change, message) => {
    expect(() => readThought({ ...first, ...change }, known)).toThrow(message)
  })
})
