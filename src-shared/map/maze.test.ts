import { describe, expect, it } from 'vitest'
import { findMazes, foldMazes } from './maze'
import type { Location, WorldMap } from './world-map'

const location = (id: number, name: string, exits: Readonly<Record<string, number | null>>): Location => ({
  id,
  name,
  firstTurn: id,
  lastTurn: id,
  visits: 1,
  reachedBy: null,
  exits: Object.fromEntries(
    Object.entries(exits).map(([exit, to]) => [exit, { to, walked: 1, refused: 0, lastTurn: id }]),
  ),
})
const mapOf = (...locations: readonly Location[]): WorldMap => ({
  locations: Object.fromEntries(locations.map((each) => [each.id, each])),
  here: 3,
})

const winding = mapOf(
  location(1, 'Troll Room', { west: 2 }),
  location(2, 'Maze', { east: 1, north: 3, south: 4 }),
  location(3, 'Maze', { south: 4, up: 5 }),
  location(4, 'Maze', { north: 4, east: 2 }),
  location(5, 'Attic', { down: 3 }),
)

describe('findMazes', () => {
  it('finds rooms of one name with crooked passages, first found first', () => {
    expect(findMazes(winding)).toEqual([{ id: 2, name: 'Maze', locations: [2, 3, 4] }])
  })

  it('ignores rooms of one name with straight passages', () => {
    const forest = mapOf(
      location(1, 'Forest', { north: 2 }),
      location(2, 'Forest', { south: 1, north: 3 }),
      location(3, 'Forest', { south: 2 }),
    )
    expect(findMazes(forest)).toEqual([])
  })

  it('ignores rooms that are only partly known', () => {
    const river = mapOf(location(1, 'River', { down: 2 }), location(2, 'River', { down: 3 }), location(3, 'River', {}))
    expect(findMazes(river)).toEqual([])
  })

  it('ignores two rooms, and rooms of one name far apart', () => {
    const ends = mapOf(
      location(1, 'Dead End', { south: 2 }),
      location(2, 'Hall', { west: 3 }),
      location(3, 'Dead End', {}),
      location(4, 'Dead End', {}),
    )
    expect(findMazes(ends)).toEqual([])
  })
})

describe('foldMazes', () => {
  const folded = foldMazes(winding, findMazes(winding))

  it('merges all into the first room, with the exits that lead out', () => {
    expect(Object.keys(folded.locations)).toEqual(['1', '2', '5'])
    expect(folded.locations[2]).toMatchObject({ visits: 3, lastTurn: 4, exits: { east: { to: 1 }, up: { to: 5 } } })
    expect(Object.keys(folded.locations[2]?.exits ?? {})).toHaveLength(2)
    expect(folded.locations[5]?.exits.down?.to).toBe(2)
    expect(folded.here).toBe(2)
  })

  it('returns the map itself if there is no maze', () => {
    expect(foldMazes(winding, [])).toBe(winding)
  })
})
