import { describe, expect, it } from 'vitest'
import { emptyMap, type Move, recordMove } from './world-map'

const house = { id: 1, name: 'House' }
const forest = { id: 2, name: 'Forest' }
const mapAfter = (...moves: readonly (Partial<Move> & Pick<Move, 'here'>)[]) =>
  moves.reduce((map, move, turn) => recordMove(map, { turn, action: null, walked: true, ...move }), emptyMap)

describe('recordMove', () => {
  it('has a room reached twice as one room', () => {
    const { locations } = mapAfter({ here: house }, { action: 'n', here: forest }, { action: 's', here: house })
    expect(Object.keys(locations)).toEqual(['1', '2'])
    expect(locations[1]).toMatchObject({ visits: 2, firstTurn: 0, lastTurn: 2 })
  })

  it('distinguishes rooms of one name', () => {
    const { locations } = mapAfter({ here: { id: 7, name: 'Maze' } }, { action: 'w', here: { id: 8, name: 'Maze' } })
    expect(Object.keys(locations)).toEqual(['7', '8'])
  })

  it('has no passage to a room of the same name without a walk', () => {
    const { locations, here } = mapAfter(
      { here: { id: 7, name: 'Maze' } },
      { action: 'get up', here: { id: 8, name: 'Maze' } },
    )
    expect(here).toBe(8)
    expect(locations[8]).toMatchObject({ visits: 1, reachedBy: { from: 7, exit: 'get up' } })
    expect(
      mapAfter({ here: { id: 7, name: 'Maze' } }, { here: { id: 8, name: 'Maze' } }, { here: { id: 7, name: 'Maze' } })
        .locations[7],
    ).toMatchObject({ visits: 2, exits: {} })
  })

  it('labels an exit by its direction, or by the whole action', () => {
    const { locations } = mapAfter(
      { here: house },
      { action: 'go north', here: forest },
      { action: 'Climb Tree', here: { id: 3, name: 'Tree' } },
    )
    expect(locations[1]?.exits).toEqual({ north: { to: 2, walked: 1, refused: 0, lastTurn: 1 } })
    expect(Object.keys(locations[2]?.exits ?? {})).toEqual(['climb tree'])
  })

  it('counts a direction that leads nowhere as refused', () => {
    const { locations } = mapAfter({ here: house }, { action: 'east', here: house }, { action: 'wait', here: house })
    expect(locations[1]?.exits).toEqual({ east: { to: null, walked: 0, refused: 1, lastTurn: 1 } })
    expect(locations[1]?.visits).toBe(1)
  })

  it('keeps the destination of an exit that is refused later', () => {
    const { locations } = mapAfter(
      { here: house },
      { action: 'n', here: forest },
      { action: 's', here: house },
      { action: 'n', here: house },
    )
    expect(locations[1]?.exits.north).toEqual({ to: 2, walked: 1, refused: 1, lastTurn: 3 })
  })

  it('remembers how a room was first reached', () => {
    const { locations } = mapAfter(
      { here: house },
      { action: 'n', here: forest },
      { action: 's', here: house },
      { action: 'e', here: forest },
    )
    expect(locations[1]?.reachedBy).toBeNull()
    expect(locations[2]?.reachedBy).toEqual({ from: 1, exit: 'north' })
  })

  it('accepts names such as __proto__ as exits', () => {
    const { locations } = mapAfter({ here: house }, { action: 'constructor', here: forest })
    expect(locations[1]?.exits).toEqual({ constructor: { to: 2, walked: 1, refused: 0, lastTurn: 1 } })
  })

  it('recognizes a direction that leads back by the printed name of the room, and counts no visit', () => {
    const { locations } = mapAfter(
      { here: house },
      { action: 'n', here: house, announced: true },
      { action: 'look', here: house, announced: true },
    )
    expect(locations[1]).toMatchObject({ visits: 1, exits: { north: { to: 1, walked: 1, refused: 0 } } })
    expect(Object.keys(locations[1]?.exits ?? {})).toEqual(['north'])
  })

  it('has no exit for a move without a walk', () => {
    const { locations } = mapAfter({ here: house }, { action: 'north', here: forest, walked: false })
    expect(locations[1]?.exits).toEqual({})
    expect(locations[2]?.reachedBy).toBeNull()
  })

  it('has no exit across an unknown location', () => {
    const map = mapAfter({ here: house }, { action: 'n', here: null }, { action: 'n', here: forest })
    expect(map.here).toBe(2)
    expect(map.locations[1]?.exits).toEqual({})
  })
})
