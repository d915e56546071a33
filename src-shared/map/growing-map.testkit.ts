import fc from 'fast-check'
import { DIRECTIONS } from './direction'
import { emptyMap, type Move, recordMove, type WorldMap } from './world-map'

/** The maps of a player after each move, in a world with irregular exits: any exit may lead anywhere. */
export const growingMap = fc
  .array(
    fc.record({
      to: fc.integer({ min: 1, max: 25 }),
      action: fc.constantFrom(...DIRECTIONS, 'climb tree'),
      walked: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((moves) =>
    walk(moves.map(({ to, action, walked }) => ({ action, walked, here: { id: to, name: `Room ${to}` } }))),
  )

export function walk(moves: readonly Omit<Move, 'turn'>[]): readonly WorldMap[] {
  const maps: WorldMap[] = []
  for (const [turn, move] of moves.entries()) maps.push(recordMove(maps.at(-1) ?? emptyMap, { ...move, turn }))
  return maps
}

export const mapAfter = (...steps: readonly [action: string, id: number][]): WorldMap =>
  walk(steps.map(([action, id]) => ({ action, walked: true, here: { id, name: `Room ${id}` } }))).at(-1) ?? emptyMap
