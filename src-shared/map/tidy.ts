import { createRandom } from '../base/random'
import { Board } from './board'
import { type Cell, type Planes, type Positions, scaleCell, subtractCells, addCells } from './cell'
import { type Constraint, constraintsOf } from './layout-cost'
import { linksOf } from './links'
import type { WorldMap } from './world-map'

export interface TidyRequest {
  readonly map: WorldMap
  /** The current cell of every location of the map. Each cell has at most one. */
  readonly positions: Positions
  readonly planes: Planes
  readonly seed: number
  readonly locked: readonly number[]
}

const MOVES = 20_000
/** At the start, a move that adds this cost is accepted with probability 1/e; at the end, never. */
const FIRST_TEMPERATURE = 20

/**
 * Improves the match with the compass in at most 20,000 trial moves; deterministic. Locked locations keep their cells.
 */
export function tidyPositions({ map, positions, planes, seed, locked }: TidyRequest): Positions {
  const ids = Object.keys(positions)
    .map(Number)
    .filter((id) => map.locations[id])
  const indexOf = new Map(ids.map((id, index) => [id, index]))
  const constraints = constraintsOf(linksOf(map), planes).flatMap((constraint) => {
    const [from, to] = [indexOf.get(constraint.from), indexOf.get(constraint.to)]
    return from === undefined || to === undefined ? [] : [{ ...constraint, from, to }]
  })
  const board = new Board(
    ids.map((id) => positions[id] as Cell),
    constraints,
  )
  search(board, createRandom(seed), new Set(locked.flatMap((id) => indexOf.get(id) ?? [])))
  return Object.fromEntries(ids.map((id, index) => [id, board.cell(index)]))
}

function search(board: Board, random: () => number, locked: ReadonlySet<number>): void {
  if (board.constraints.length === 0) return
  let [cost, leastCost, best] = [0, 0, [...board.cells]]
  for (let move = 0; move < MOVES; move++) {
    const temperature = FIRST_TEMPERATURE * (1 - move / MOVES)
    const { group, by } = proposeMove(board, random)
    if (isStill(by) || group.some((index) => locked.has(index))) continue
    const rise = board.shift(group, by)
    if (rise > 0 && random() >= Math.exp(-rise / temperature)) {
      board.shift(group, scaleCell(by, -1))
      continue
    }
    cost += rise
    if (cost < leastCost) [leastCost, best] = [cost, [...board.cells]]
  }
  board.cells.splice(0, board.cells.length, ...best)
}

interface Move {
  readonly group: readonly number[]
  readonly by: Cell
}

const isStill = ({ x, y, level }: Cell): boolean => x === 0 && y === 0 && level === 0

function proposeMove(board: Board, random: () => number): Move {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  // Prefers an unsatisfied constraint, because a satisfied one needs no move.
  const [first, second] = [pick(board.constraints), pick(board.constraints)]
  const constraint = board.isFulfilled(first) ? second : first
  const isForward = random() < 0.5
  const [moved, other] = isForward ? [constraint.to, constraint.from] : [constraint.from, constraint.to]
  const group = random() < 0.4 ? [moved] : board.block(moved, other)
  return { group, by: random() < 0.6 ? fulfilling(board, constraint, isForward) : pick(NUDGES) }
}

/**
 * The shift that moves one end of the constraint exactly to its place or, if the constraint has no step, next to the
 * other end on the side where it is.
 */
function fulfilling(board: Board, { from, to, step }: Constraint, isForward: boolean): Cell {
  const [start, end] = [board.cell(from), board.cell(to)]
  const wanted = step ?? { x: Math.sign(end.x - start.x), y: Math.sign(end.y - start.y), level: 0 }
  const off = subtractCells(addCells(start, wanted), end)
  return isForward ? off : scaleCell(off, -1)
}

const NUDGES: readonly Cell[] = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => ({ x, y, level: 0 })))
