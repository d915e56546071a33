import { addCells, type Cell } from './cell'
import { constraintCost, COST_PER_COLLISION, COST_PER_LOCATION_IN_THE_WAY, type Constraint } from './layout-cost'

/** Cost per squared distance from the previous cell, so that a tidied drawing resembles the one that the user knows. */
const COST_PER_MOVE_FROM_HOME = 0.02

/** The locations while they are tidied, by index. Computes the cost of a move without adding up the whole drawing. */
export class Board {
  readonly cells: Cell[]
  readonly constraints: readonly Constraint[]
  private readonly home: readonly Cell[]
  private readonly constraintsAt: readonly (readonly Constraint[])[]
  private readonly occupants = new Map<number, number>()
  private readonly inGroup: Uint8Array
  private collisions = 0

  constructor(cells: readonly Cell[], constraints: readonly Constraint[]) {
    this.home = cells
    this.cells = [...cells]
    this.constraints = constraints
    this.constraintsAt = cells.map((_, index) => constraints.filter(({ from, to }) => from === index || to === index))
    this.inGroup = new Uint8Array(cells.length)
    for (const cell of cells) this.put(cell)
  }

  cell(index: number): Cell {
    const cell = this.cells[index]
    if (!cell) throw new RangeError(`There is no room ${index} on this board.`)
    return cell
  }

  /** Moves the locations of `group`. Returns the change of the cost, negative if it fell. */
  shift(group: readonly number[], by: Cell): number {
    const before = this.heatAround(group)
    for (const index of group) this.lift(this.cell(index))
    for (const index of group) this.cells[index] = addCells(this.cell(index), by)
    for (const index of group) this.put(this.cell(index))
    return this.heatAround(group) - before
  }

  isFulfilled({ from, to, step }: Constraint): boolean {
    const [start, end] = [this.cell(from), this.cell(to)]
    if (step === null)
      return Math.abs(end.x - start.x) <= 1 && Math.abs(end.y - start.y) <= 1 && end.level === start.level
    return end.x - start.x === step.x && end.y - start.y === step.y && end.level - start.level === step.level
  }

  /** The locations that satisfied constraints connect to `start` without passing through `without`. */
  block(start: number, without: number): readonly number[] {
    const found = new Set([start])
    for (const index of found) {
      for (const constraint of this.constraintsAt[index] ?? []) {
        const other = constraint.from === index ? constraint.to : constraint.from
        if (other !== without && this.isFulfilled(constraint)) found.add(other)
      }
    }
    return [...found]
  }

  private heatAround(group: readonly number[]): number {
    for (const index of group) this.inGroup[index] = 1
    let cost = this.collisions * COST_PER_COLLISION + this.locationsInTheWay() * COST_PER_LOCATION_IN_THE_WAY
    for (const index of group) {
      cost += squaredDistance(this.cell(index), this.home[index] as Cell) * COST_PER_MOVE_FROM_HOME
      for (const constraint of this.constraintsAt[index] ?? []) {
        const isCarriedAlong = this.inGroup[constraint.from] === 1 && this.inGroup[constraint.to] === 1
        if (!isCarriedAlong) cost += constraintCost(constraint, this.cell(constraint.from), this.cell(constraint.to))
      }
    }
    for (const index of group) this.inGroup[index] = 0
    return cost
  }

  /** Number of locations exactly on the line of a link between two others. */
  private locationsInTheWay(): number {
    let count = 0
    for (const constraint of this.constraints) {
      const from = this.cell(constraint.from)
      const to = this.cell(constraint.to)
      const parts =
        from.level === to.level ? greatestCommonDivisor(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) : 0
      for (let part = 1; part < parts; part++) {
        if (
          this.occupants.get(
            occupantKey(
              from.x + ((to.x - from.x) / parts) * part,
              from.y + ((to.y - from.y) / parts) * part,
              from.level,
            ),
          )
        )
          count++
      }
    }
    return count
  }

  private put(cell: Cell): void {
    const others = this.occupants.get(occupantKey(cell.x, cell.y, cell.level)) ?? 0
    this.occupants.set(occupantKey(cell.x, cell.y, cell.level), others + 1)
    this.collisions += others
  }

  private lift(cell: Cell): void {
    const others = (this.occupants.get(occupantKey(cell.x, cell.y, cell.level)) ?? 0) - 1
    this.occupants.set(occupantKey(cell.x, cell.y, cell.level), others)
    this.collisions -= others
  }
}

const squaredDistance = (a: Cell, b: Cell): number => (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.level - b.level) ** 2

/** A unique number for a cell, in drawings up to 4,096 cells wide and high and 128 levels deep. */
const occupantKey = (x: number, y: number, level: number): number => ((level + 64) * 4096 + y + 2048) * 4096 + x + 2048

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
