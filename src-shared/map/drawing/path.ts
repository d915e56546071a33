import type { Point } from './geometry'

/** Radius of corners between long segments. It is less than the distance to any box. */
const ROUNDING = 8

export const coordinates = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`

/** An SVG path with rounded corners, for a line given by its corners. */
export function pathOf(corners: readonly Point[]): string {
  return corners
    .map((corner, index) => {
      const [before, after] = [corners[index - 1], corners[index + 1]]
      if (!before) return `M${coordinates(corner)}`
      if (!after) return `L${coordinates(corner)}`
      return `L${coordinates(towards(corner, before))}Q${coordinates(corner)} ${coordinates(towards(corner, after))}`
    })
    .join('')
}

function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y)
  const share = Math.min(ROUNDING, length / 2) / length
  return { x: corner.x + (other.x - corner.x) * share, y: corner.y + (other.y - corner.y) * share }
}

/** The point halfway along a line, and the line's direction there. */
export function middleOf(corners: readonly Point[]): Point & { readonly dx: number; readonly dy: number } {
  const parts = corners.slice(1).map((to, index) => {
    const from = corners[index] as Point
    return { from, dx: to.x - from.x, dy: to.y - from.y, length: Math.hypot(to.x - from.x, to.y - from.y) }
  })
  let left = parts.reduce((sum, { length }) => sum + length, 0) / 2
  for (const { from, dx, dy, length } of parts) {
    if (left <= length) return { x: from.x + (dx * left) / length, y: from.y + (dy * left) / length, dx, dy }
    left -= length
  }
  throw new RangeError('There is no middle of a line without length.')
}
