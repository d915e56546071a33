import { addCells, type Cell } from './cell'
import { heatOfConstraint, HEAT_PER_COLLISION, HEAT_PER_LOCATION_IN_THE_WAY, type Constraint } from './heat'

/** Heat per squared cell of distance: a tidied drawing stays near the one that the user knows. */
const HEAT_PER_MOVE_FROM_HOME = 0.02

/** Locations while they are tidied, by index. Computes what a move costs without summing the whole drawing again. */
export class Board {
  readonly cells: Cell[]
  readonly wishes: readonly Constraint[]
  private readonly home: readonly Cell[]
  private readonly wishesOf: readonly (readonly Constraint[])[]
  private readonly occupants = new Map<number, number>()
  private readonly inGroup: Uint8Array
  private collisions = 0

  constructor(cells: readonly Cell[], wishes: readonly Constraint[]) {
    this.home = cells
    this.cells = [...cells]
    this.wishes = wishes
    this.wishesOf = cells.map((_, index) => wishes.filter(({ from, to }) => from === index || to === index))
    this.inGroup = new Uint8Array(cells.length)
    for (const cell of cells) this.put(cell)
  }

  cell(index: number): Cell {
    const cell = this.cells[index]
    if (!cell) throw new RangeError(`There is no room ${index} on this board.`)
    return cell
  }

  /** Moves the locations of `group` and returns by how much the heat rose (negative: it fell). */
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

  /** What satisfied constraints connect to `start`, without `without` and what is only reached through it. */
  block(start: number, without: number): readonly number[] {
    const found = new Set([start])
    for (const index of found) {
      for (const wish of this.wishesOf[index] ?? []) {
        const other = wish.from === index ? wish.to : wish.from
        if (other !== without && this.isFulfilled(wish)) found.add(other)
      }
    }
    return [...found]
  }

  private heatAround(group: readonly number[]): number {
    for (const index of group) this.inGroup[index] = 1
    let heat = this.collisions * HEAT_PER_COLLISION + this.locationsInTheWay() * HEAT_PER_LOCATION_IN_THE_WAY
    for (const index of group) {
      heat += squaredDistance(this.cell(index), this.home[index] as Cell) * HEAT_PER_MOVE_FROM_HOME
      for (const wish of this.wishesOf[index] ?? []) {
        const isCarriedAlong = this.inGroup[wish.from] === 1 && this.inGroup[wish.to] === 1
        if (!isCarriedAlong) heat += heatOfConstraint(wish, this.cell(wish.from), this.cell(wish.to))
      }
    }
    for (const index of group) this.inGroup[index] = 0
    return heat
  }

  /** Locations exactly on the straight line of a link between two others. */
  private locationsInTheWay(): number {
    let count = 0
    for (const wish of this.wishes) {
      const from = this.cell(wish.from)
      const to = this.cell(wish.to)
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

/** One number for a cell of a drawing up to 4,096 cells wide and high and 128 levels deep. */
const occupantKey = (x: number, y: number, level: number): number => ((level + 64) * 4096 + y + 2048) * 4096 + x + 2048

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
