import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Cell, pointsAlong, type Positions, stepOf, subtractCells } from '../cell'
import { placeLocations } from '../layout'
import { isReciprocal, linksOf } from '../links'
import { readWorldMap } from '../story-map.testkit'
import { tidyPositions } from '../tidy'

const STORY = resolve(import.meta.dirname, '../../../build/story/zork/zork1.z3')

/** Defines the tests that tidy the complete map of Zork I with these seeds. */
export const testZorkLayout = (seeds: readonly number[]) =>
  describe('the full map of Zork I', () => {
    const map = readWorldMap(readFileSync(STORY))
    const passages = linksOf(map).filter((link) => isReciprocal(link) && stepOf(link.exit, 'levels'))

    it('has the rooms and passages that the story file lists', () => {
      expect(Object.keys(map.locations)).toHaveLength(110)
      expect(passages).toHaveLength(91)
    })

    it.each([...seeds])(
      'is tidied without a collision and with at least 82 of 91 passages straight, seed %i',
      (seed) => {
        const placed = placeLocations(map, {}, 'levels')
        const tidied = tidyPositions({ map, positions: placed, planes: 'levels', seed, locked: [] })
        expect(countCollisions(tidied)).toBe(0)
        expect(countStraight(tidied)).toBeGreaterThanOrEqual(82)
      },
    )

    function countStraight(positions: Positions): number {
      return passages.filter(({ from, to, exit }) =>
        pointsAlong(subtractCells(positions[to] as Cell, positions[from] as Cell), stepOf(exit, 'levels') as Cell),
      ).length
    }
  })

function countCollisions(positions: Positions): number {
  const cells = Object.values(positions).map(({ x, y, level }) => `${x},${y},${level}`)
  return cells.length - new Set(cells).size
}
