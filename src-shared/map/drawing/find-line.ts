import type { Cell } from '../cell'
import { type Point, type Port, STEP } from './geometry'
import { CELL, isDiagonal, type Lattice, SIDE, stepTo, toLattice, type Heading, headingAlong } from './lattice'

/** Costs of a line: its length first, then the number and sharpness of turns. Integers, because they index buckets. */
const STRAIGHT = 10
const DIAGONAL = 14
const DIAGONALLY = DIAGONAL - STRAIGHT
/** Costs of a turn, by its angle in eighths of a circle. A line never turns back. */
const TURNS = [0, 9, 20, 90, Infinity]
/** Additional cost of a point beside a box, where marks and words are placed. */
const BESIDE_A_BOX = 5
const CROSSING = 18
/** Additional cost of a step along another line, because the two lines could not be distinguished there. */
const OVERLAP = 120

/** A rectangle of cells, with both corners included. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const areOverlapping = (a: Area, b: Area): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom

/** The cells that a line between these two may use: those between them, and a border around these. */
export const areaBetween = (from: Cell, to: Cell): Area => ({
  left: Math.min(from.x, to.x) - 1,
  top: Math.min(from.y, to.y) - 1,
  right: Math.max(from.x, to.x) + 1,
  bottom: Math.max(from.y, to.y) + 1,
})

/**
 * The cheapest line on the lattice from a port to one of `goals`, as its corners including both ends. It touches no box
 * except at its ends. `corners` is null if no line within the area costs at most `most`. Deterministic: changes outside
 * of `seen`, the cells that the search read, do not change the result. (A* search with open states in buckets by least
 * total cost.)
 */
export function findLine(
  lattice: Lattice,
  area: Area,
  start: Port,
  goals: readonly Port[],
  most: number,
): { readonly corners: readonly Point[] | null; readonly seen: Area } {
  const field = fieldOf(lattice, area)
  const { left, top, width, height, surcharges } = field
  const ends = goals.map((port) => ({ port, arrival: arrivalAt(field, port) }))
  const arrivals = new Set(ends.map(({ arrival }) => arrival.y * width + arrival.x))
  const leastFrom = leastCostTo(ends.map(({ arrival }) => arrival))
  const costs = new Int32Array(width * height * 8).fill(UNKNOWN)
  const cameFrom = new Int32Array(width * height * 8)
  const steps = new Int16Array(width * height * 8)
  const buckets: number[][] = []
  /** Cached, because up to seven paths leave a point in the same direction. */
  const stepCost = (x: number, y: number, way: Heading): number =>
    (steps[(y * width + x) * 8 + way] ||= newStepCost(x, y, way))
  const newStepCost = (x: number, y: number, way: Heading): number => {
    const [toX, toY] = [x + stepTo(way).x, y + stepTo(way).y]
    if (toX < 0 || toY < 0 || toX >= width || toY >= height) return BLOCKED
    const surcharge = surcharges[toY * width + toX] as number
    if (surcharge === ON_A_BOX) return BLOCKED
    const crossing = lattice.isRunOver(toX + left, toY + top) ? CROSSING : 0
    return runCost(lattice, x + left, y + top, way) + surcharge + crossing
  }
  const tryNext = (state: number, from: number, cost: number, x: number, y: number) => {
    if (cost >= (costs[state] as number)) return
    costs[state] = cost
    cameFrom[state] = from
    ;(buckets[cost + leastFrom(x, y)] ??= []).push(state)
  }

  const first = arrivalAt(field, start)
  const seen = { left: first.x, top: first.y, right: first.x, bottom: first.y }
  tryNext((first.y * width + first.x) * 8 + ((first.way + 4) & 7), -1, 0, first.x, first.y)
  let best: { readonly state: number; readonly port: Port; readonly cost: number } | null = null
  for (let least = 0; least < Math.min(buckets.length, most + 1, best?.cost ?? Infinity); least++) {
    // A state that is found during the loop may extend the current bucket.
    for (const state of buckets[least] ?? []) {
      const way = state & 7
      const point = state >> 3
      const x = point % width
      const y = (point - x) / width
      const soFar = costs[state] as number
      if (soFar + leastFrom(x, y) < least) continue
      if (x < seen.left) seen.left = x
      if (x > seen.right) seen.right = x
      if (y < seen.top) seen.top = y
      if (y > seen.bottom) seen.bottom = y
      if (arrivals.has(point))
        for (const { port, arrival } of ends) {
          if (arrival.x !== x || arrival.y !== y) continue
          const cost = soFar + turnCost(way, arrival.way) + runCost(lattice, x + left, y + top, arrival.way)
          if (cost <= most && cost < (best?.cost ?? Infinity)) best = { state, port, cost }
        }
      for (let turn = -3; turn <= 3; turn++) {
        const next = (way + turn) & 7
        const step = stepCost(x, y, next)
        if (step === BLOCKED) continue
        const { x: across, y: down } = stepTo(next)
        const cost = soFar + (TURNS[Math.abs(turn)] as number) + step
        tryNext(state + (down * width + across) * 8 + next - way, state, cost, x + across, y + down)
      }
    }
  }
  // The search also read the costs of the points next to those that it visited.
  const cellsSeen = {
    left: Math.max(area.left, Math.floor((seen.left - 1 + left) / CELL.x)),
    top: Math.max(area.top, Math.floor((seen.top - 1 + top) / CELL.y)),
    right: Math.min(area.right, Math.floor((seen.right + 1 + left) / CELL.x)),
    bottom: Math.min(area.bottom, Math.floor((seen.bottom + 1 + top) / CELL.y)),
  }
  if (best === null) return { corners: null, seen: cellsSeen }
  const points: Point[] = [best.port]
  for (let state = best.state; state !== -1; state = cameFrom[state] as number)
    points.push({ x: (((state >> 3) % width) + left) * STEP, y: (Math.floor((state >> 3) / width) + top) * STEP })
  return { corners: cornersOf([...points, start].reverse()).map(({ x, y }) => ({ x, y })), seen: cellsSeen }
}

const UNKNOWN = 0x7fffffff
const ON_A_BOX = 255
const BLOCKED = -1

/**
 * The lattice within an area. `surcharges` has one value per point, in rows from the top left corner: the additional
 * cost, or `ON_A_BOX`.
 */
interface Field {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly surcharges: Uint8Array
}

function fieldOf(lattice: Lattice, area: Area): Field {
  const [left, top] = [area.left * CELL.x, area.top * CELL.y]
  const [width, height] = [(area.right + 1) * CELL.x - left, (area.bottom + 1) * CELL.y - top]
  const surcharges = new Uint8Array(width * height)
  for (let row = area.top; row <= area.bottom + 1; row++)
    for (let column = area.left; column <= area.right + 1; column++)
      if (lattice.isTaken(column, row)) mark(column * CELL.x - left, row * CELL.y - top)
  return { left, top, width, height, surcharges }

  function mark(x: number, y: number): void {
    for (let down = Math.max(-1, -y); down <= SIDE.y + 1 && y + down < height; down++) {
      for (let across = Math.max(-1, -x); across <= SIDE.x + 1 && x + across < width; across++) {
        const isOnBox = down >= 0 && down <= SIDE.y && across >= 0 && across <= SIDE.x
        const at = (y + down) * width + x + across
        surcharges[at] = isOnBox ? ON_A_BOX : Math.max(surcharges[at] as number, BESIDE_A_BOX)
      }
    }
  }
}

/** The point in front of a port, and the direction from there into the port. */
function arrivalAt({ left, top }: Field, { x, y, dx, dy }: Port): Point & { readonly way: Heading } {
  return { x: toLattice(x) + dx - left, y: toLattice(y) + dy - top, way: headingAlong(-dx, -dy) }
}

/** Returns the least possible cost from a point to the nearest of these points. */
function leastCostTo(points: readonly Point[]): (x: number, y: number) => number {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return (x, y) => {
    const across = Math.max(left - x, 0, x - right)
    const down = Math.max(top - y, 0, y - bottom)
    return across < down ? STRAIGHT * down + DIAGONALLY * across : STRAIGHT * across + DIAGONALLY * down
  }
}

function turnCost(from: Heading, to: Heading): number {
  const eighths = Math.abs(from - to)
  return TURNS[Math.min(eighths, 8 - eighths)] as number
}

/** The cost of a step from a point of the lattice. */
function runCost(lattice: Lattice, x: number, y: number, way: Heading): number {
  const overlap = lattice.hasLineAlong(x, y, way) ? OVERLAP : 0
  const crossing = lattice.hasLineAcross(x, y, way) ? CROSSING : 0
  return (isDiagonal(way) ? DIAGONAL : STRAIGHT) + overlap + crossing
}

/** The points where a line turns, and its ends. */
const cornersOf = (points: readonly Point[]): readonly Point[] =>
  points.filter((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]]
    return (
      !before || !after || (point.x - before.x) * (after.y - point.y) !== (point.y - before.y) * (after.x - point.x)
    )
  })
