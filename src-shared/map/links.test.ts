import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DIRECTIONS } from './direction'
import { isReciprocal, linksOf, loopsOf } from './links'
import type { Location, WorldMap } from './world-map'

const location = (id: number, exits: Readonly<Record<string, number | null>>): Location => ({
  id,
  name: `Room ${id}`,
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
  here: null,
})

describe('linksOf', () => {
  it('joins an exit and the exit back into one link', () => {
    expect(linksOf(mapOf(location(1, { north: 2 }), location(2, { south: 1 })))).toEqual([
      { from: 1, to: 2, exit: 'north', back: 'south' },
    ])
  })

  it('pairs opposites first, then any exit back, and leaves the rest one-way', () => {
    const links = linksOf(mapOf(location(1, { west: 2, north: 2, up: 2 }), location(2, { east: 1, southwest: 1 })))
    expect(links).toEqual([
      { from: 1, to: 2, exit: 'west', back: 'east' },
      { from: 1, to: 2, exit: 'north', back: 'southwest' },
      { from: 1, to: 2, exit: 'up', back: null },
    ])
    expect(links.map(isReciprocal)).toEqual([true, false, false])
  })

  it('has no link for an exit that led nowhere, to its own room or to an unknown room', () => {
    const map = mapOf(location(1, { north: null, east: 1, south: 99 }))
    expect(linksOf(map)).toEqual([])
    expect(loopsOf(map.locations[1] as Location)).toEqual(['east'])
  })

  it('holds every known exit between two rooms exactly once', () => {
    const anyLocation = (id: number) =>
      fc.dictionary(fc.constantFrom(...DIRECTIONS), fc.constantFrom(1, 2, 3, 4)).map((exits) => location(id, exits))
    fc.assert(
      fc.property(fc.tuple(anyLocation(1), anyLocation(2), anyLocation(3), anyLocation(4)), (locations) => {
        const drawn = linksOf(mapOf(...locations)).flatMap(({ from, to, exit, back }) => [
          `${from} ${exit} ${to}`,
          ...(back === null ? [] : [`${to} ${back} ${from}`]),
        ])
        const known = locations.flatMap(({ id, exits }) =>
          Object.entries(exits).flatMap(([exit, { to }]) => (to === id ? [] : [`${id} ${exit} ${to}`])),
        )
        expect(drawn.toSorted()).toEqual(known.toSorted())
      }),
    )
  })
})
