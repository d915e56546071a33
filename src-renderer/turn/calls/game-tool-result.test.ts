import { describe, expect, it } from 'vitest'
import { parseGameToolResult } from './game-tool-result'

const played = {
  text: 'Cellar\nIt is dark.',
  prompt: '>',
  location: { id: 7, name: 'Cellar' },
  score: 25,
  max_score: 350,
  moves: 9,
  inventory: [{ id: 1, name: 'lamp' }],
  reward: 25,
  done: false,
}

describe('the result of a text-adventure tool', () => {
  it('of an action has the game text and the state', () => {
    expect(parseGameToolResult(played)).toEqual({
      kind: 'played',
      text: 'Cellar\nIt is dark.',
      location: 'Cellar',
      score: 25,
      maxScore: 350,
      moves: 9,
      reward: 25,
    })
    expect(
      parseGameToolResult({ ...played, location: null, score: null, max_score: null, moves: null, reward: null }),
    ).toMatchObject({ location: null, score: null, moves: null, reward: 0 })
  })

  it('may be an inventory or a map', () => {
    expect(parseGameToolResult({ inventory: [{ id: 1, name: 'lamp' }, { id: 2 }] })).toEqual({
      kind: 'carried',
      names: ['lamp'],
    })
    expect(
      parseGameToolResult({
        here: 8,
        locations: [{ id: 7, name: 'Cellar', exits: { up: 8, north: 9 } }, { id: 8, name: 'Attic' }, null],
      }),
    ).toEqual({
      kind: 'map',
      locations: [
        {
          id: 7,
          name: 'Cellar',
          isHere: false,
          exits: [
            ['up', 'Attic'],
            ['north', '9'],
          ],
        },
        { id: 8, name: 'Attic', isHere: true, exits: [] },
      ],
    })
  })

  it('is null for any other result', () => {
    for (const result of [
      null,
      'Taken.',
      [{ type: 'text', text: 'a' }],
      { text: 'a' },
      { type: 'text', text: 'a' },
      { inventory: [], weight: 3 },
      { inventory: null },
    ])
      expect(parseGameToolResult(result)).toBeNull()
  })
})
