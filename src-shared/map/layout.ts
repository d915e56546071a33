import { addCells, type Cell, cellKey, type Planes, type Positions, scaleCell, stepOf } from './cell'
import type { Location, WorldMap } from './world-map'

/** Number of cells along the exit that are tried for a new location, before any nearby cell. */
const LONGEST_RAY = 4

/**
 * Places new locations in the order in which they were found; the others keep their cells. Returns `previous` if there
 * are no new ones.
 */
export function placeLocations(map: WorldMap, previous: Positions, planes: Planes): Positions {
  const unplaced = Object.values(map.locations).filter(({ id }) => !previous[id])
  if (unplaced.length === 0) return previous
  const positions: Record<number, Cell> = { ...previous }
  const taken = new Set(Object.values(positions).map(cellKey))
  for (const location of unplaced.sort((a, b) => a.firstTurn - b.firstTurn)) {
    const cell = cellFor(location, positions, taken, planes)
    positions[location.id] = cell
    taken.add(cellKey(cell))
  }
  return positions
}

function cellFor({ reachedBy }: Location, positions: Positions, taken: ReadonlySet<string>, planes: Planes): Cell {
  const from = reachedBy ? positions[reachedBy.from] : undefined
  if (!reachedBy || !from) return belowAll(positions)
  const step = stepOf(reachedBy.exit, planes)
  const isFree = (cell: Cell) => !taken.has(cellKey(cell))
  if (step?.level === 0) {
    const onRay = Array.from({ length: LONGEST_RAY }, (_, index) => addCells(from, scaleCell(step, index + 1))).find(
      isFree,
    )
    if (onRay) return onRay
  }
  return nearestFree(step ? addCells(from, step) : from, isFree)
}

/**
 * The cell of a location that was not reached by an exit. It starts a separate group, left-aligned below the others.
 */
function belowAll(positions: Positions): Cell {
  const cells = Object.values(positions)
  if (cells.length === 0) return { x: 0, y: 0, level: 0 }
  return { x: Math.min(...cells.map(({ x }) => x)), y: Math.max(...cells.map(({ y }) => y)) + 2, level: 0 }
}

/**
 * The free cell nearest to `center` in the smallest ring that has one, on its level. Of equally near ones, the
 * northernmost, then the westernmost.
 */
function nearestFree(center: Cell, isFree: (cell: Cell) => boolean): Cell {
  for (let radius = 0; ; radius++) {
    const ring: { cell: Cell; distance: number }[] = []
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++) {
        if (Math.max(Math.abs(x), Math.abs(y)) === radius)
          ring.push({ cell: addCells(center, { x, y, level: 0 }), distance: x * x + y * y })
      }
    }
    const free = ring.filter(({ cell }) => isFree(cell)).sort((a, b) => a.distance - b.distance)[0]
    if (free) return free.cell
  }
}
