import { type Direction, isDirection } from './direction'

/** The cell of a location in the drawing: columns count eastward, rows southward, levels upward. */
export interface Cell {
  readonly x: number
  readonly y: number
  readonly level: number
}

/** The cell of every location, by its object number. Each cell has at most one location. */
export type Positions = Readonly<Record<number, Cell>>

/** `levels`: up and down lead to another level. `flat`: they lead aside, and all locations are on level 0. */
export type Planes = 'flat' | 'levels'

const COMPASS: Readonly<Partial<Record<Direction, Cell>>> = {
  north: { x: 0, y: -1, level: 0 },
  northeast: { x: 1, y: -1, level: 0 },
  east: { x: 1, y: 0, level: 0 },
  southeast: { x: 1, y: 1, level: 0 },
  south: { x: 0, y: 1, level: 0 },
  southwest: { x: -1, y: 1, level: 0 },
  west: { x: -1, y: 0, level: 0 },
  northwest: { x: -1, y: -1, level: 0 },
}

const STEPS: Readonly<Record<Planes, Readonly<Partial<Record<Direction, Cell>>>>> = {
  flat: { ...COMPASS, up: { x: 1, y: -1, level: 0 }, down: { x: -1, y: 1, level: 0 } },
  levels: { ...COMPASS, up: { x: 0, y: 0, level: 1 }, down: { x: 0, y: 0, level: -1 } },
}

/** An exit as a step on the grid; null for `in`, `out` and actions such as "climb tree". */
export function stepOf(exit: string, planes: Planes): Cell | null {
  return isDirection(exit) ? (STEPS[planes][exit] ?? null) : null
}

export const addCells = (a: Cell, b: Cell): Cell => ({ x: a.x + b.x, y: a.y + b.y, level: a.level + b.level })
export const subtractCells = (a: Cell, b: Cell): Cell => ({ x: a.x - b.x, y: a.y - b.y, level: a.level - b.level })
export const scaleCell = (cell: Cell, factor: number): Cell => ({
  x: cell.x * factor,
  y: cell.y * factor,
  level: cell.level * factor,
})
export const cellKey = (cell: Cell): string => `${cell.x},${cell.y},${cell.level}`

/** True if `vector` has exactly the direction of `step`, and any length. */
export function pointsAlong(vector: Cell, step: Cell): boolean {
  const distance = Math.max(Math.abs(vector.x), Math.abs(vector.y), Math.abs(vector.level))
  return (
    distance > 0 &&
    vector.x === step.x * distance &&
    vector.y === step.y * distance &&
    vector.level === step.level * distance
  )
}
