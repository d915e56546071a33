import { type Cell, type Planes, type Positions, pointsAlong, stepOf, subtractCells } from '@shared/map/cell'
import { isDirection, oppositeOf } from '@shared/map/direction'
import { isReciprocal, type Link } from '@shared/map/links'

/**
 * Pixels of the drawing at zoom 1. The gap is the same both ways, so that the corners of diagonal neighbors are joined
 * at 45 degrees.
 */
export const BOX = { width: 88, height: 44 }
const GAP = 44
export const PITCH = { x: BOX.width + GAP, y: BOX.height + GAP }

export interface Point {
  readonly x: number
  readonly y: number
}

export const cornerOf = ({ x, y }: Cell): Point => ({ x: x * PITCH.x, y: y * PITCH.y })
export const cellAt = ({ x, y }: Point, level: number): Cell => ({
  x: Math.round(x / PITCH.x),
  y: Math.round(y / PITCH.y),
  level,
})

/** A part of the drawing. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

export const boxOf = (cell: Cell): Box => ({ ...cornerOf(cell), ...BOX })

export function boundsOf(cells: readonly Cell[]): Box {
  const corners = cells.map(cornerOf)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x + BOX.width, height: Math.max(...ys) - y + BOX.height }
}

/** A point and a way. Of a box: where a link leaves it, from its top left corner. */
export interface Port extends Point {
  readonly dx: number
  readonly dy: number
}

/** Of a location. */
interface LocationPort extends Port {
  readonly isLeft: boolean
}

const [W, H] = [BOX.width, BOX.height]
const PORTS: ReadonlyMap<string, Port> = new Map(
  Object.entries({
    north: { x: W / 2, y: 0, dx: 0, dy: -1 },
    northeast: { x: W, y: 0, dx: 1, dy: -1 },
    east: { x: W, y: H / 2, dx: 1, dy: 0 },
    southeast: { x: W, y: H, dx: 1, dy: 1 },
    south: { x: W / 2, y: H, dx: 0, dy: 1 },
    southwest: { x: 0, y: H, dx: -1, dy: 1 },
    west: { x: 0, y: H / 2, dx: -1, dy: 0 },
    northwest: { x: 0, y: 0, dx: -1, dy: -1 },
    up: { x: (W * 3) / 4, y: 0, dx: 0, dy: -1 },
    down: { x: W / 4, y: H, dx: 0, dy: 1 },
    out: { x: W / 4, y: 0, dx: 0, dy: -1 },
  }),
)

/** Going in, and every action that is no direction: a word at the location tells them apart. */
const PORT_OF_THE_REST: Port = { x: (W * 3) / 4, y: H, dx: 0, dy: 1 }

const portOf = (exit: string): Port => PORTS.get(exit) ?? PORT_OF_THE_REST
const turned = ({ x, y, dx, dy }: Port): Port => ({ x: W - x, y: H - y, dx: -dx, dy: -dy })

const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    north: 'n',
    northeast: 'ne',
    east: 'e',
    southeast: 'se',
    south: 's',
    southwest: 'sw',
    west: 'w',
    northwest: 'nw',
  }),
)
const LONGEST_LABEL = 20

/**
 * What stands at the end of a link: a letter of the compass, or the action, which may be as long as a model likes to
 * write.
 */
export function labelOf(exit: string): string {
  return LETTERS.get(exit) ?? (exit.length > LONGEST_LABEL ? `${exit.slice(0, LONGEST_LABEL - 1)}…` : exit)
}
export const isOnCompass = (exit: string): boolean => LETTERS.has(exit)

/** A link as it is drawn. Coordinates are of the drawing, not of a box. */
export interface LinkShape {
  /** Null if only its two ends are drawn, because the other location is far away or on another level. */
  readonly path: string | null
  readonly arrow: string | null
  /** Halfway along the line and which way it runs there: where a door stands. */
  readonly middle: Port | null
  readonly ends: readonly LinkEnd[]
}

export interface LinkEnd extends Point {
  readonly exit: string
  readonly text: string
  readonly anchor: 'start' | 'middle' | 'end'
  /** The location that this end stands at, and the one that it leads to. */
  readonly at: number
  readonly to: number
  /** True if it says where it leads, instead of a line. */
  readonly isReference: boolean
}

/** Links over more cells than this are told at their ends: a line that long says less than a name. */
const LONGEST_LINE = 6
const MOST_BOXES_UNDER = 4

export function shapeOf(link: Link, positions: Positions, planes: Planes): LinkShape | null {
  const [from, to] = [positions[link.from], positions[link.to]]
  if (!from || !to) return null
  const vector = subtractCells(to, from)
  const isLine =
    vector.level === 0 &&
    Math.max(Math.abs(vector.x), Math.abs(vector.y)) <= LONGEST_LINE &&
    countBoxesUnder(from, to, positions) <= MOST_BOXES_UNDER
  const step = stepOf(link.exit, planes)
  const isStraight = step !== null && pointsAlong(vector, step) && (link.back === null || isReciprocal(link))
  const [pathOf, middleOf] = isStraight ? [straightPath, middleOfLine] : [curvedPath, middleOfCurve]
  const rows = isLine ? vector.y : 0
  const start = portAt(from, link.exit, rows)
  const end = portAt(
    to,
    link.back ?? (isStraight && isDirection(link.exit) ? oppositeOf(link.exit) : nearestPort(from, to)),
    -rows,
  )
  const ends = [
    endOf(link.from, link.to, link.exit, start, !isLine),
    ...(link.back === null ? [] : [endOf(link.to, link.from, link.back, end, !isLine)]),
  ]
  return {
    path: isLine ? pathOf(start, end) : null,
    arrow: isLine && link.back === null ? arrowAt(end) : null,
    middle: isLine ? middleOf(start, end) : null,
    ends: ends.filter(({ exit, isReference }) => isReference || !isStraight || !isOnCompass(exit)),
  }
}

/** Boxes that the straight way between two cells runs across. */
function countBoxesUnder(from: Cell, to: Cell, positions: Positions): number {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const length = x * x + y * y
  return Object.values(positions).filter((cell) => {
    if (cell.level !== from.level) return false
    const [dx, dy] = [cell.x - from.x, cell.y - from.y]
    const share = (dx * x + dy * y) / length
    return share > 0 && share < 1 && Math.hypot(dx - share * x, dy - share * y) < HALF_A_BOX
  }).length
}

/** In cells. */
const HALF_A_BOX = 0.3

/**
 * Where the exit of a location at this cell leaves it, whose line leads `rows` further down; 0 if it has none. What is
 * not on the compass faces that way.
 */
export function portAt(cell: Cell, exit: string, rows = 0): LocationPort {
  const corner = cornerOf(cell)
  const usual = portOf(exit)
  const port = !isOnCompass(exit) && usual.dy * rows < 0 ? turned(usual) : usual
  return { ...port, x: corner.x + port.x, y: corner.y + port.y, isLeft: port.x < W / 2 }
}

/** The side of the target that faces the location an unreturned exit comes from. */
function nearestPort(from: Cell, to: Cell): string {
  const facing = subtractCells(from, to)
  const cosine = ({ dx, dy }: Port) => (facing.x * dx + facing.y * dy) / Math.hypot(dx, dy)
  const best = [...LETTERS.keys()].map((exit) => ({ exit, fit: cosine(portOf(exit)) }))
  return best.reduce((a, b) => (b.fit > a.fit ? b : a)).exit
}

const STUB = GAP / 2
export const along = ({ x, y, dx, dy }: Port, distance: number): Point => ({
  x: x + dx * distance,
  y: y + dy * distance,
})
export const coordinates = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`

/** Leaves both ports in their own direction; between neighbors that is one line. */
function straightPath(start: Port, end: Port): string {
  return `M${coordinates(start)}L${coordinates(along(start, STUB))}L${coordinates(along(end, STUB))}L${coordinates(end)}`
}

function curvedPath(start: Port, end: Port): string {
  const [first, second] = bendsOf(start, end)
  return `M${coordinates(start)}C${coordinates(first)} ${coordinates(second)} ${coordinates(end)}`
}

function bendsOf(start: Port, end: Port): readonly [Point, Point] {
  const reach = Math.min(140, Math.max(36, Math.hypot(end.x - start.x, end.y - start.y) * 0.45))
  const bend = (port: Port) => along(port, reach / Math.hypot(port.dx, port.dy))
  return [bend(start), bend(end)]
}

function middleOfLine(start: Port, end: Port): Port {
  const [a, b] = [along(start, STUB), along(end, STUB)]
  const isShort = Math.hypot(b.x - a.x, b.y - a.y) < 1
  return {
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    dx: isShort ? start.dx : b.x - a.x,
    dy: isShort ? start.dy : b.y - a.y,
  }
}

/** Of a cubic Bézier curve, at half its parameter. */
function middleOfCurve(start: Port, end: Port): Port {
  const [first, second] = bendsOf(start, end)
  const at = (axis: 'x' | 'y') => (start[axis] + 3 * first[axis] + 3 * second[axis] + end[axis]) / 8
  const slope = (axis: 'x' | 'y') => end[axis] + second[axis] - first[axis] - start[axis]
  return { x: at('x'), y: at('y'), dx: slope('x'), dy: slope('y') }
}

function arrowAt(end: Port): string {
  const length = Math.hypot(end.dx, end.dy)
  const [ux, uy] = [end.dx / length, end.dy / length]
  const base = { x: end.x + ux * 10, y: end.y + uy * 10 }
  return `M${coordinates(end)}L${coordinates({ x: base.x - uy * 5, y: base.y + ux * 5 })}L${coordinates({ x: base.x + uy * 5, y: base.y - ux * 5 })}Z`
}

/** What lies in a location is written right under its box. */
const BELOW_THE_THINGS = 20

/**
 * Text stands just outside the port, beside the line that leaves it; at a port of the left half it grows to the left.
 */
function endOf(location: number, to: number, exit: string, port: LocationPort, isReference: boolean): LinkEnd {
  return { ...placeBeside(port), exit, text: labelOf(exit), at: location, to, isReference }
}

export function placeBeside(port: LocationPort): Pick<LinkEnd, 'x' | 'y' | 'anchor'> {
  const beside = along(port, port.dx === 0 && port.dy > 0 ? BELOW_THE_THINGS : 11)
  const place =
    port.dx === 0
      ? { x: beside.x + (port.isLeft ? -4 : 4), y: beside.y }
      : { x: beside.x, y: beside.y - (port.dy === 0 ? 5 : 0) }
  return { ...place, anchor: port.isLeft ? 'end' : 'start' }
}
