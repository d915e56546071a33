import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, cellKey, type Planes, type Positions } from './cell'
import { growingMap, mapAfter } from './growing-map.testkit'
import { placeLocations } from './layout'
import { tidyPositions } from './tidy'
import { emptyMap, type WorldMap } from './world-map'

const planes = fc.constantFrom<Planes>('flat', 'levels')

const hasCollision = (positions: Positions): boolean =>
  new Set(Object.values(positions).map(cellKey)).size < Object.keys(positions).length
const at = (x: number, y: number, level = 0): Cell => ({ x, y, level })

describe('placeLocations', () => {
  it('gives every room its own cell and never moves a placed one', () => {
    fc.assert(
      fc.property(growingMap, planes, (maps, chosen) => {
        let positions: Positions = {}
        for (const map of maps) {
          const next = placeLocations(map, positions, chosen)
          expect(next).toMatchObject(positions)
          expect(Object.keys(next)).toEqual(Object.keys(map.locations))
          expect(hasCollision(next)).toBe(false)
          positions = next
        }
      }),
    )
  })

  it('draws a map that grew like one opened whole', () => {
    fc.assert(
      fc.property(growingMap, planes, (maps, chosen) => {
        const grown = maps.reduce<Positions>((positions, map) => placeLocations(map, positions, chosen), {})
        expect(placeLocations(maps.at(-1) ?? emptyMap, {}, chosen)).toEqual(grown)
      }),
    )
  })

  it('returns the same positions when there is nothing to place', () => {
    const map = mapAfter(['', 1], ['north', 2])
    const positions = placeLocations(map, {}, 'flat')
    expect(placeLocations(map, positions, 'flat')).toBe(positions)
  })

  it('puts a room one cell along its exit, or further along if that is taken', () => {
    const positions = placeLocations(
      mapAfter(['', 1], ['east', 2], ['south', 3], ['west', 4], ['northeast', 5]),
      {},
      'flat',
    )
    expect(positions).toEqual({ 1: at(0, 0), 2: at(1, 0), 3: at(1, 1), 4: at(0, 1), 5: at(2, -1) })
  })

  it('leads up to another level, or aside in a flat drawing', () => {
    const map = mapAfter(['', 1], ['up', 2])
    expect(placeLocations(map, {}, 'levels')[2]).toEqual(at(0, 0, 1))
    expect(placeLocations(map, {}, 'flat')[2]).toEqual(at(1, -1))
  })

  it('places a room reached by `in` next to the room around it', () => {
    const positions = placeLocations(mapAfter(['', 1], ['in', 2]), {}, 'flat')
    expect(Math.abs(positions[2]?.x ?? 9) + Math.abs(positions[2]?.y ?? 9)).toBe(1)
  })
})

describe('tidyPositions', () => {
  const tidy = (map: WorldMap, positions: Positions, chosen: Planes, seed = 1, locked: readonly number[] = []) =>
    tidyPositions({ map, positions, planes: chosen, seed, locked })

  it('never lets two rooms share a cell, leaves locked rooms, and is deterministic', () => {
    fc.assert(
      fc.property(
        growingMap,
        planes,
        fc.integer(),
        fc.array(fc.integer({ min: 1, max: 25 })),
        (maps, chosen, seed, locked) => {
          const map = maps.at(-1) ?? emptyMap
          const positions = placeLocations(map, {}, chosen)
          const tidied = tidy(map, positions, chosen, seed, locked)
          expect(Object.keys(tidied)).toEqual(Object.keys(positions))
          expect(hasCollision(tidied)).toBe(false)
          for (const id of locked) expect(tidied[id]).toEqual(positions[id])
          expect(tidy(map, positions, chosen, seed, locked)).toEqual(tidied)
          if (chosen === 'flat') expect(Object.values(tidied).every(({ level }) => level === 0)).toBe(true)
        },
      ),
      { numRuns: 12 },
    )
  })

  it('changes nothing in a drawing that matches every exit', () => {
    const map = mapAfter(['', 1], ['north', 2], ['east', 3], ['south', 4], ['west', 1])
    const positions = placeLocations(map, {}, 'flat')
    expect(tidy(map, positions, 'flat')).toEqual(positions)
  })

  it('straightens a passage that was drawn crooked', () => {
    const map = mapAfter(['', 1], ['north', 2], ['south', 1])
    expect(tidy(map, { 1: at(0, 0), 2: at(3, 1) }, 'flat', 1, [1])).toEqual({ 1: at(0, 0), 2: at(0, -1) })
  })

  it('brings an inner room near its outer room, even when the outer room moves', () => {
    const map = mapAfter(['', 1], ['north', 2], ['south', 1], ['in', 3])
    const tidied = tidy(map, { 1: at(0, 0), 2: at(3, 1), 3: at(6, 6) }, 'flat', 1, [2])
    expect(tidied[1]).toEqual(at(3, 2))
    const [from, to] = [tidied[1] as Cell, tidied[3] as Cell]
    expect(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))).toBe(1)
  })

  it('moves nothing on a map without passages', () => {
    expect(tidy(mapAfter(['', 1]), { 1: at(5, 5) }, 'flat')).toEqual({ 1: at(5, 5) })
  })
})
