import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRoute } from './route'
import { emptyMap, recordMove, type WorldMap } from './world-map'

const DIRECTIONS = ['north', 'south', 'east', 'west', 'up']
/** A walk over up to eight locations. */
const walk = fc.array(fc.tuple(fc.constantFrom(...DIRECTIONS), fc.integer({ min: 1, max: 8 })), { maxLength: 30 })
const mapOf = (moves: readonly (readonly [string, number])[]): WorldMap =>
  moves.reduce(
    (map, [action, id], index) =>
      recordMove(map, { turn: index + 1, action, here: { id, name: `Room ${id}` }, walked: true }),
    recordMove(emptyMap, { turn: 0, action: null, here: { id: 1, name: 'Room 1' }, walked: true }),
  )

describe('findRoute', () => {
  it('leads there, over known exits', () => {
    fc.assert(
      fc.property(walk, fc.integer({ min: 1, max: 8 }), (moves, to) => {
        const map = mapOf(moves)
        const route = findRoute(map, 1, to)
        let at = 1
        for (const step of route?.steps ?? []) {
          expect(map.locations[at]?.exits[step.exit]?.to).toBe(step.to)
          at = step.to
        }
        if (route) expect(at).toBe(to)
      }),
    )
  })

  it('prefers, of equal routes, the one whose exits were found first', () => {
    const map = mapOf([
      ['north', 2],
      ['east', 4],
      ['west', 2],
      ['south', 1],
      ['west', 3],
      ['up', 4],
    ])
    expect(findRoute(map, 1, 4)).toEqual({
      steps: [
        { exit: 'north', to: 2 },
        { exit: 'east', to: 4 },
      ],
    })
  })

  it('is never longer than the walk that found the place', () => {
    fc.assert(
      fc.property(walk, (moves) => {
        const map = mapOf(moves)
        const last = moves.at(-1)?.[1] ?? 1
        // A passage may have led elsewhere since: then there may be no route at all.
        expect(findRoute(map, 1, last)?.steps.length ?? 0).toBeLessThanOrEqual(moves.length)
      }),
    )
  })

  it('is empty for the current place, and null where no route is known', () => {
    const map = mapOf([['north', 2]])
    expect(findRoute(map, 2, 2)).toEqual({ steps: [] })
    expect(findRoute(map, 2, 1)).toBeNull()
    expect(findRoute(map, 1, 2)).toEqual({ steps: [{ exit: 'north', to: 2 }] })
  })
})
