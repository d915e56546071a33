import { type Cell, cellKey, pointsAlong, type Positions, stepOf, subtractCells } from '../cell'
import { isDirection, oppositeOf } from '../direction'
import { isReciprocal, type Link } from '../links'
import { type Area, areaBetween, areOverlapping, findLine } from './find-line'
import { compassPortsAt, isOnCompass, type LocationPort, PITCH, type Point, portAt, STEP } from './geometry'
import { Lattice } from './lattice'

export interface Line {
  /** From the port of `from` to the port of `to`. */
  readonly corners: readonly Point[]
  readonly start: LocationPort
  readonly end: LocationPort
  /** True if the line has the direction of both its exits, so that their names need not be shown. */
  readonly isStraight: boolean
}

interface Level {
  /** All links of the map; those of other levels are ignored. */
  readonly links: readonly Link[]
  readonly positions: Positions
  readonly level: number
}

/**
 * Maximum distance between two linked rooms, in cells. Beyond it, a name is clearer than a line. A line may cost
 * `MAX_COST`, plus `MAX_COST_PER_CELL` for each cell of the distance.
 */
const LONGEST = 6
const MAX_COST = 250
const MAX_COST_PER_CELL = 180
/** Maximum number of searched lines, shortest first. More would be unreadable, and take seconds. */
const MAX_SEARCHED = 600

/** A link of the drawing with its line, and the cells of its ends when the line was laid. */
interface Laid {
  readonly link: Link
  readonly from: Cell
  readonly to: Cell
  /** Null if there is no line. */
  readonly line: Line | null
  /** True if its line was not searched, because of `MAX_SEARCHED`. */
  readonly isLeftOut: boolean
  /** Cells that the line depends on. */
  readonly seen: Area
}

export interface Lines {
  readonly cells: readonly Cell[]
  readonly laid: ReadonlyMap<string, Laid>
  /** The line of a link, or of the known part of it; null if it has none, or leads to another level. */
  readonly of: (link: Link) => Line | null
}

/**
 * Lays the lines of one level: first those that run straight in compass directions, then the others, shortest first.
 * Each goes around the boxes and, if possible, does not touch earlier lines. With `before`, the lines before a change,
 * the result is the same with less work, because lines far from every change are reused.
 */
export function layLines(drawing: Level, before: Lines | null = null): Lines {
  const { links, positions, level } = drawing
  const cells = Object.values(positions).filter((cell) => cell.level === level)
  const lattice = new Lattice(cells)
  const laid = new Map<string, Laid>()
  const byExit = new Map<string, Laid>()
  const inOrder = links
    .flatMap((link) => {
      const [from, to] = endsOf(link) ?? []
      return from && to ? [{ link, key: keyOf(link), from, to, straight: straightLine(lattice, link, from, to) }] : []
    })
    .toSorted(
      (a, b) =>
        Number(b.straight !== null) - Number(a.straight !== null) ||
        distance(a.from, a.to) - distance(b.from, b.to) ||
        (a.key < b.key ? -1 : 1),
    )
  const changed = before ? changedAreas(before, cells, new Set(inOrder.map(({ key }) => key))) : []
  const straightCount = inOrder.filter(({ straight }) => straight !== null).length
  for (const [index, { link, key, from, to, straight }] of inOrder.entries()) {
    const last = before?.laid.get(key)
    const known = last && isEqualCell(last.from, from) && isEqualCell(last.to, to) ? last : undefined
    const isLeftOut = index - straightCount >= MAX_SEARCHED
    const isFarOff =
      !isLeftOut && known?.isLeftOut === false && !changed.some((other) => areOverlapping(other, known.seen))
    const isSearched = !isFarOff && straight === null && !isLeftOut
    const found = isSearched ? searchLine(lattice, link, from, to) : null
    const searched = found?.line ?? straight
    const line = known && (isFarOff || isEqualLine(known.line, searched)) ? known.line : searched
    const seen = isFarOff ? known.seen : (found?.seen ?? areaBetween(from, to))
    if (before && line !== (last?.line ?? null)) changed.push(...areasOf(last?.line), ...areasOf(line))
    const entry = { link, from, to, line, isLeftOut, seen }
    laid.set(key, entry)
    byExit.set(exitKey(link.from, link.exit), entry)
    if (link.back !== null) byExit.set(exitKey(link.to, link.back), entry)
    if (line) lattice.lay(line.corners)
  }

  const parts = new Map<string, Line | null>()
  return { cells, laid, of }

  function of(link: Link): Line | null {
    const key = keyOf(link)
    const known = laid.get(key)
    if (known) return known.line
    const part = parts.get(key) ?? partOf(link)
    parts.set(key, part)
    return part
  }

  function partOf(link: Link): Line | null {
    const [from, to] = endsOf(link) ?? []
    if (!from || !to) return null
    const whole = byExit.get(exitKey(link.from, link.exit))
    if (whole?.line) lattice.lay(whole.line.corners, -1)
    const line =
      straightLine(lattice, link, from, to) ??
      (whole?.isLeftOut === true ? null : searchLine(lattice, link, from, to).line)
    if (whole?.line) lattice.lay(whole.line.corners)
    return line
  }

  function endsOf({ from, to }: Link): readonly [Cell, Cell] | null {
    const [start, end] = [positions[from], positions[to]]
    const isDrawn = start?.level === level && end?.level === level && distance(start, end) <= LONGEST
    return isDrawn ? [start, end] : null
  }

  /** A line for exits that point at each other on the compass, with nothing between them; null for others. */
  function straightLine(on: Lattice, link: Link, from: Cell, to: Cell): Line | null {
    if (!isOnCompass(link.exit) || !isDirection(link.exit)) return null
    if (link.back !== null && !isReciprocal(link)) return null
    const step = stepOf(link.exit, 'flat')
    if (!step || !pointsAlong(subtractCells(to, from), step)) return null
    for (let part = 1; part < distance(from, to); part++)
      if (on.isTaken(from.x + step.x * part, from.y + step.y * part)) return null
    const [start, end] = [portAt(from, link.exit), portAt(to, oppositeOf(link.exit))]
    const isSlanted = step.x !== 0 && step.y !== 0 && distance(from, to) > 1
    // A pitch is wider than it is high, so the line leaves both corners at 45 degrees and runs slanted in between.
    const corners = isSlanted ? [start, ahead(start), ahead(end), end] : [start, end]
    return { corners: corners.map(({ x, y }) => ({ x, y })), start, end, isStraight: true }
  }
}

function searchLine(
  lattice: Lattice,
  link: Link,
  from: Cell,
  to: Cell,
): { readonly line: Line | null; readonly seen: Area } {
  const rows = to.y - from.y
  const most = MAX_COST + MAX_COST_PER_CELL * distance(from, to)
  const start = portAt(from, link.exit, rows)
  // The exit that leads back is unknown, so the side where the line enters must not suggest one.
  const goals = link.back === null ? compassPortsAt(to) : [portAt(to, link.back, -rows)]
  const { corners, seen } = findLine(lattice, areaBetween(from, to), start, goals, most)
  const last = corners?.at(-1)
  const end = goals.find(({ x, y }) => x === last?.x && y === last.y)
  return { line: corners && end ? { corners, start, end, isStraight: false } : null, seen }
}

const AHEAD = 22
const ahead = ({ x, y, dx, dy }: LocationPort): Point => ({ x: x + dx * AHEAD, y: y + dy * AHEAD })

/** Areas around boxes that were added or removed, and around the lines of removed links. */
function changedAreas(before: Lines, cells: readonly Cell[], keys: ReadonlySet<string>): Area[] {
  const [is, was] = [new Set(cells.map(cellKey)), new Set(before.cells.map(cellKey))]
  const moved = [
    ...cells.filter((cell) => !was.has(cellKey(cell))),
    ...before.cells.filter((cell) => !is.has(cellKey(cell))),
  ]
  return [
    // A box raises the cost of the points beside it. Those to its left and above it belong to other cells.
    ...moved.map(({ x, y }) => ({ left: x - 1, top: y - 1, right: x, bottom: y })),
    ...[...before.laid].flatMap(([key, { line }]) => (keys.has(key) ? [] : areasOf(line))),
  ]
}

/** The cells that a line touches or passes within one step. */
function areasOf(line: Line | null | undefined): readonly Area[] {
  if (!line) return []
  const [xs, ys] = [line.corners.map(({ x }) => x), line.corners.map(({ y }) => y)]
  return [
    {
      left: Math.floor((Math.min(...xs) - STEP) / PITCH.x),
      top: Math.floor((Math.min(...ys) - STEP) / PITCH.y),
      right: Math.floor((Math.max(...xs) + STEP) / PITCH.x),
      bottom: Math.floor((Math.max(...ys) + STEP) / PITCH.y),
    },
  ]
}

const distance = (from: Cell, to: Cell): number => Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))
const keyOf = ({ from, exit, to, back }: Link): string => JSON.stringify([from, exit, to, back])
const exitKey = (location: number, exit: string): string => `${location} ${exit}`
const isEqualCell = (a: Cell, b: Cell): boolean => a.x === b.x && a.y === b.y && a.level === b.level
const isEqualLine = (a: Line | null, b: Line | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.corners.length === b.corners.length &&
    a.corners.every((corner, index) => isEqualPoint(corner, b.corners[index])))
const isEqualPoint = (a: Point, b: Point | undefined): boolean => a.x === b?.x && a.y === b.y
