import type { Positions } from '../cell'
import type { Link } from '../links'
import { boxOf, crosses, type Point } from './geometry'
import type { Line } from './lines'
import { pathOf } from './path'

/**
 * The locations whose boxes a line crosses. The boxes at its ends count only inside their edges. Computed from the path
 * as drawn.
 */
export function boxesCrossed(line: Line, level: number, positions: Positions): readonly number[] {
  const points = flatten(pathOf(line.corners))
  return Object.entries(positions).flatMap(([id, cell]) => {
    if (cell.level !== level) return []
    const { x, y, width, height } = boxOf(cell)
    const inside = { x: x + LITTLE, y: y + LITTLE, width: width - 2 * LITTLE, height: height - 2 * LITTLE }
    return points.some((point, index) => index > 0 && crosses(points[index - 1] as Point, point, inside))
      ? [Number(id)]
      : []
  })
}

export const nameLink = ({ from, exit, to, back }: Link): string => `${from} ${exit} ${to} (${back})`

const PIECES = 12

/** The path as straight segments. Curves are split so finely that no segment deviates by a tenth of a pixel. */
function flatten(path: string): readonly Point[] {
  const points: Point[] = []
  for (const [, command, words = ''] of path.matchAll(/([MLQ])([^MLQ]*)/g)) {
    const numbers = words.trim().split(/\s+/).map(Number)
    const at = (index: number): Point => ({ x: numbers[index] as number, y: numbers[index + 1] as number })
    if (command !== 'Q') points.push(at(0))
    else {
      const start = points.at(-1) as Point
      for (let piece = 1; piece <= PIECES; piece++) points.push(bezier(start, at(0), at(2), piece / PIECES))
    }
  }
  return points
}

const bezier = (a: Point, b: Point, c: Point, t: number): Point => ({
  x: (1 - t) ** 2 * a.x + 2 * t * (1 - t) * b.x + t * t * c.x,
  y: (1 - t) ** 2 * a.y + 2 * t * (1 - t) * b.y + t * t * c.y,
})

/** Error of rounding to a tenth of a pixel at two points. */
const LITTLE = 0.2
