import type { Cell } from '../cell'
import { BOX, PITCH, type Point, STEP } from './geometry'

/** Distance between two neighboring cells, in lattice steps. */
export const CELL = { x: PITCH.x / STEP, y: PITCH.y / STEP }
/** Size of a room's box, in lattice steps. */
export const SIDE = { x: BOX.width / STEP, y: BOX.height / STEP }

/** A direction in eighths of a circle, clockwise from the north. */
export type Heading = number
const STEPS = [
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
  { x: -1, y: -1 },
] as const
export const stepTo = (way: Heading): Point => STEPS[way & 7] as Point
export const headingAlong = (x: number, y: number): Heading =>
  STEPS.findIndex((step) => step.x === Math.sign(x) && step.y === Math.sign(y))
export const isDiagonal = (way: Heading): boolean => way % 2 === 1

export const toLattice = (pixels: number): number => Math.round(pixels / STEP)

/** Width of the border around the drawing that lines may use, in cells. */
const MARGIN = 3

/** One level of a drawing, for finding lines: which cells have a box, and where lines have been laid. */
export class Lattice {
  private readonly taken: ReadonlySet<number>
  /** Offset of the points' numbers, which keeps them small and lookups fast. */
  private readonly left: number
  private readonly top: number
  private readonly width: number
  /** Number of lines through each point, and along each segment between two points. */
  private readonly points = new Map<number, number>()
  private readonly segments = new Map<number, number>()

  constructor(cells: readonly Cell[]) {
    const [columns, rows] = [cells.map(({ x }) => x), cells.map(({ y }) => y)]
    this.left = (columns.reduce((a, b) => Math.min(a, b), 0) - MARGIN) * CELL.x
    this.top = (rows.reduce((a, b) => Math.min(a, b), 0) - MARGIN) * CELL.y
    this.width = (columns.reduce((a, b) => Math.max(a, b), 0) + 1 + MARGIN) * CELL.x - this.left
    this.taken = new Set(cells.map(({ x, y }) => this.keyOf(x * CELL.x, y * CELL.y)))
  }

  isTaken(x: number, y: number): boolean {
    return this.taken.has(this.keyOf(x * CELL.x, y * CELL.y))
  }

  isRunOver(x: number, y: number): boolean {
    return this.points.has(this.keyOf(x, y))
  }

  hasLineAlong(x: number, y: number, way: Heading): boolean {
    return this.segments.has(this.segmentKey(x, y, way))
  }

  /** Whether this diagonal step crosses a laid diagonal between the points. */
  hasLineAcross(x: number, y: number, way: Heading): boolean {
    if (!isDiagonal(way)) return false
    const step = stepTo(way)
    return this.hasLineAlong(x + step.x, y, headingAlong(-step.x, step.y))
  }

  /** Adds a line by its corners, or removes it (`by` −1). Segments off the lattice block nothing. */
  lay(corners: readonly Point[], by: 1 | -1 = 1): void {
    for (const [index, corner] of corners.entries()) {
      const next = corners[index + 1]
      if (!next) continue
      const [across, down] = [toLattice(next.x - corner.x), toLattice(next.y - corner.y)]
      if (across !== 0 && down !== 0 && Math.abs(across) !== Math.abs(down)) continue
      const way = headingAlong(across, down)
      const { x: dx, y: dy } = stepTo(way)
      for (let step = 0; step < Math.max(Math.abs(across), Math.abs(down)); step++) {
        const [x, y] = [toLattice(corner.x) + dx * step, toLattice(corner.y) + dy * step]
        count(this.segments, this.segmentKey(x, y, way), by)
        count(this.points, this.keyOf(x, y), by)
      }
    }
  }

  /** A number that is unique for each point in and around the drawing. */
  private keyOf(x: number, y: number): number {
    return (y - this.top) * this.width + x - this.left
  }

  /** A number that is the same from either end of the segment. */
  private segmentKey(x: number, y: number, way: Heading): number {
    const { x: across, y: down } = way < 4 ? { x: 0, y: 0 } : stepTo(way)
    return this.keyOf(x + across, y + down) * 4 + (way % 4)
  }
}

function count(counts: Map<number, number>, key: number, by: 1 | -1): void {
  const sum = (counts.get(key) ?? 0) + by
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}
