import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growingMap, mapAfter, walk } from './growing-map.testkit'
import { commandsOf, describeRoute } from './route'
import { emptyMap } from './world-map'

describe('describeRoute', () => {
  it('leads from one end to the other by known exits, and is the shortest from any start', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(growingMap, ids, ids, (maps, from, to) => {
        const map = maps.at(-1) ?? emptyMap
        const { steps, isKnownBack } = describeRoute(map, from, to)
        let at = steps?.[0]?.from
        for (const step of steps ?? []) {
          expect(step.from).toBe(at)
          expect(map.locations[step.from]?.exits[step.exit]?.to).toBe(step.to)
          at = step.to
        }
        if (at !== undefined) expect(to).toContain(at)
        for (const start of from)
          expect(describeRoute(map, [start], to).steps?.length ?? Infinity).toBeGreaterThanOrEqual(
            steps?.length ?? Infinity,
          )
        expect(isKnownBack).toBe(describeRoute(map, to, from).steps !== null)
      }),
      { numRuns: 60 },
    )
  })

  it('marks a passage whose way back is unknown', () => {
    const map = mapAfter(['', 1], ['north', 2], ['south', 1], ['north', 2], ['down', 3])
    expect(describeRoute(map, [1], [3]).steps?.map(({ exit, isOneWay }) => [exit, isOneWay])).toEqual([
      ['north', false],
      ['down', true],
    ])
  })

  it('counts how often a passage was refused', () => {
    const maps = walk([
      { action: null, walked: true, here: { id: 1, name: 'Yard' } },
      { action: 'east', walked: true, here: { id: 1, name: 'Yard' } },
      { action: 'east', walked: true, here: { id: 2, name: 'House' } },
    ])
    expect(describeRoute(maps.at(-1) ?? emptyMap, [1], [2]).steps).toMatchObject([{ exit: 'east', refused: 1 }])
  })

  it('is null where none is known, and reports whether the way back is', () => {
    const map = mapAfter(['', 1], ['down', 2])
    expect(describeRoute(map, [2], [1])).toEqual({ steps: null, isKnownBack: true })
    expect(describeRoute(map, [1], [9])).toEqual({ steps: null, isKnownBack: false })
  })

  it('is searched once, however many locations the mazes at its ends have', () => {
    let looks = 0
    const maze = mapAfter(['', 1], ['north', 2], ['north', 3], ['north', 4], ['north', 5], ['north', 6])
    const locations = Object.fromEntries(
      Object.values(maze.locations).map((location) => [
        location.id,
        Object.defineProperty({ ...location }, 'exits', { get: () => (looks++, location.exits) }),
      ]),
    )
    expect(describeRoute({ ...maze, locations }, [1, 2, 3], [5, 6]).steps).toHaveLength(2)
    expect(looks).toBeLessThan(20)
  })

  it('is empty at its destination', () => {
    expect(describeRoute(mapAfter(['', 1]), [1], [1]).steps).toEqual([])
  })
})

it('the commands of a route are one line that a story understands', () => {
  const { steps } = describeRoute(mapAfter(['', 1], ['n', 2], ['climb tree', 3]), [1], [3])
  expect(commandsOf(steps ?? [])).toBe('north. climb tree')
})
