import type { Cell } from '../cell'
import { BOX, PITCH, type Point, STEP } from './geometry'

/** Steps of the lattice from one cell to the next, and along the sides of a box. */
export const CELL = { x: PITCH.x / STEP, y: PITCH.y / STEP }
export const SIDE = { x: BOX.width / STEP, y: BOX.height / STEP }

/** A way to go, by eighths of a circle from the north clockwise. */
export type Way = number
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
export const stepTo = (way: Way): Point => STEPS[way & 7] as Point
export const wayAlong = (x: number, y: number): Way =>
  STEPS.findIndex((step) => step.x === Math.sign(x) && step.y === Math.sign(y))
export const isDiagonal = (way: Way): boolean => way % 2 === 1

export const toLattice = (pixels: number): number => Math.round(pixels / STEP)

/** One number for a point of a lattice up to a million steps wide and high. */
const keyOf = (x: number, y: number): number => (y + 524_288) * 1_048_576 + x + 524_288
/** The same from either end. */
function segmentKey(x: number, y: number, way: Way): number {
  const { x: across, y: down } = way < 4 ? { x: 0, y: 0 } : stepTo(way)
  return keyOf(x + across, y + down) * 4 + (way % 4)
}

/** One level of a drawing as lines see it: which cells hold a box, and where other lines run already. */
export class Lattice {
  private readonly taken: ReadonlySet<number>
  /** How many lines run over each point and each step between two. */
  private readonly points = new Map<number, number>()
  private readonly segments = new Map<number, number>()

  constructor(cells: readonly Cell[]) {
    this.taken = new Set(cells.map(({ x, y }) => keyOf(x, y)))
  }

  /** By cell. */
  isTaken(x: number, y: number): boolean {
    return this.taken.has(keyOf(x, y))
  }

  /** By point of the lattice. */
  isRunOver(x: number, y: number): boolean {
    return this.points.has(keyOf(x, y))
  }

  hasLineAlong(x: number, y: number, way: Way): boolean {
    return this.segments.has(segmentKey(x, y, way))
  }

  /** Half a step from a point, where two diagonals meet between the points. */
  hasLineAcross(x: number, y: number, way: Way): boolean {
    if (!isDiagonal(way)) return false
    const step = stepTo(way)
    return this.hasLineAlong(x + step.x, y, wayAlong(-step.x, step.y))
  }

  /**
   * Lays a line by its corners, or takes one up again (`by` −1). Parts of it that run aslant of the lattice hinder
   * nobody.
   */
  lay(corners: readonly Point[], by: 1 | -1 = 1): void {
    for (const [index, corner] of corners.entries()) {
      const next = corners[index + 1]
      if (!next) continue
      const [across, down] = [toLattice(next.x - corner.x), toLattice(next.y - corner.y)]
      if (across !== 0 && down !== 0 && Math.abs(across) !== Math.abs(down)) continue
      const way = wayAlong(across, down)
      const { x: dx, y: dy } = stepTo(way)
      for (let step = 0; step < Math.max(Math.abs(across), Math.abs(down)); step++) {
        const [x, y] = [toLattice(corner.x) + dx * step, toLattice(corner.y) + dy * step]
        count(this.segments, segmentKey(x, y, way), by)
        count(this.points, keyOf(x, y), by)
      }
    }
  }
}

function count(counts: Map<number, number>, key: number, by: 1 | -1): void {
  const sum = (counts.get(key) ?? 0) + by
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}
