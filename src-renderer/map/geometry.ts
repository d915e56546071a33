import { type Cell, type Planes, type Positions, pointsAlong, stepOf, subtractCells } from '@shared/map/cell'
import { isDirection, oppositeOf } from '@shared/map/direction'
import { isReciprocal, type Link } from '@shared/map/links'

/** Pixels of the drawing at zoom 1. The gap is the same both ways, so that the corners of diagonal neighbors are joined at 45 degrees. */
export const BOX = { width: 116, height: 48 }
const GAP = 44
export const PITCH = { x: BOX.width + GAP, y: BOX.height + GAP }

export interface Point {
  readonly x: number
  readonly y: number
}

export const cornerOf = ({ x, y }: Cell): Point => ({ x: x * PITCH.x, y: y * PITCH.y })
export const cellAt = ({ x, y }: Point, level: number): Cell => ({ x: Math.round(x / PITCH.x), y: Math.round(y / PITCH.y), level })

/** A part of the drawing. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

export function boundsOf(cells: readonly Cell[]): Box {
  const corners = cells.map(cornerOf)
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x + BOX.width, height: Math.max(...ys) - y + BOX.height }
}

/** Where a link leaves a box, from its top left corner, and which way. */
interface Port extends Point {
  readonly dx: number
  readonly dy: number
}

const [W, H] = [BOX.width, BOX.height]
const PORTS: ReadonlyMap<string, Port> = new Map(Object.entries({
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
}))

/** Going in, and every action that is no direction: a word at the room tells them apart. */
const PORT_OF_THE_REST: Port = { x: (W * 3) / 4, y: H, dx: 0, dy: 1 }

const portOf = (exit: string): Port => PORTS.get(exit) ?? PORT_OF_THE_REST

const LETTERS: ReadonlyMap<string, string> = new Map(Object.entries({ north: 'n', northeast: 'ne', east: 'e', southeast: 'se', south: 's', southwest: 'sw', west: 'w', northwest: 'nw' }))
const LONGEST_LABEL = 20

/** What stands at the end of a link: a letter of the compass, or the action, which may be as long as a model likes to write. */
export function labelOf(exit: string): string {
  return LETTERS.get(exit) ?? (exit.length > LONGEST_LABEL ? `${exit.slice(0, LONGEST_LABEL - 1)}…` : exit)
}
const isOnCompass = (exit: string): boolean => LETTERS.has(exit)

/** A link as it is drawn. Coordinates are of the drawing, not of a box. */
export interface LinkShape {
  /** Null if only its two ends are drawn, because the other room is far away or on another level. */
  readonly path: string | null
  readonly arrow: string | null
  readonly ends: readonly LinkEnd[]
}

export interface LinkEnd extends Point {
  readonly exit: string
  readonly text: string
  readonly anchor: 'start' | 'end'
  /** The room that this end stands at, and the one that it leads to. */
  readonly at: number
  readonly to: number
  /** True if it says where it leads, instead of a line. */
  readonly isReference: boolean
}

/** Links over more cells than this are told at their ends: a line that long says less than a name. */
const LONGEST_LINE = 6

export function shapeOf(link: Link, positions: Positions, planes: Planes): LinkShape | null {
  const [from, to] = [positions[link.from], positions[link.to]]
  if (!from || !to) return null
  const vector = subtractCells(to, from)
  const isLine = vector.level === 0 && Math.max(Math.abs(vector.x), Math.abs(vector.y)) <= LONGEST_LINE
  const step = stepOf(link.exit, planes)
  const isStraight = step !== null && pointsAlong(vector, step) && (link.back === null || isReciprocal(link))
  const start = portAt(from, link.exit)
  const end = portAt(to, link.back ?? (isStraight && isDirection(link.exit) ? oppositeOf(link.exit) : nearestPort(from, to)))
  const ends = [endOf(link.from, link.to, link.exit, start, !isLine), ...(link.back === null ? [] : [endOf(link.to, link.from, link.back, end, !isLine)])]
  return {
    path: isLine ? (isStraight ? straightPath(start, end) : curvedPath(start, end)) : null,
    arrow: isLine && link.back === null ? arrowAt(end) : null,
    ends: ends.filter(({ exit, isReference }) => isReference || !isStraight || !isOnCompass(exit)),
  }
}

function portAt(cell: Cell, exit: string): Port {
  const corner = cornerOf(cell)
  const port = portOf(exit)
  return { ...port, x: corner.x + port.x, y: corner.y + port.y }
}

/** The side of the target that faces the room an unreturned exit comes from. */
function nearestPort(from: Cell, to: Cell): string {
  const facing = subtractCells(from, to)
  const cosine = ({ dx, dy }: Port) => (facing.x * dx + facing.y * dy) / Math.hypot(dx, dy)
  const best = [...LETTERS.keys()].map((exit) => ({ exit, fit: cosine(portOf(exit)) }))
  return best.reduce((a, b) => (b.fit > a.fit ? b : a)).exit
}

const STUB = GAP / 2
const along = ({ x, y, dx, dy }: Port, distance: number): Point => ({ x: x + dx * distance, y: y + dy * distance })
const coordinates = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`

/** Leaves both ports in their own direction; between neighbors that is one line. */
function straightPath(start: Port, end: Port): string {
  return `M${coordinates(start)}L${coordinates(along(start, STUB))}L${coordinates(along(end, STUB))}L${coordinates(end)}`
}

function curvedPath(start: Port, end: Port): string {
  const reach = Math.min(140, Math.max(36, Math.hypot(end.x - start.x, end.y - start.y) * 0.45))
  const bend = (port: Port) => coordinates(along(port, reach / Math.hypot(port.dx, port.dy)))
  return `M${coordinates(start)}C${bend(start)} ${bend(end)} ${coordinates(end)}`
}

function arrowAt(end: Port): string {
  const length = Math.hypot(end.dx, end.dy)
  const [ux, uy] = [end.dx / length, end.dy / length]
  const base = { x: end.x + ux * 10, y: end.y + uy * 10 }
  return `M${coordinates(end)}L${coordinates({ x: base.x - uy * 5, y: base.y + ux * 5 })}L${coordinates({ x: base.x + uy * 5, y: base.y - ux * 5 })}Z`
}

/** Text stands just outside the port, beside the line that leaves it; at a port of the left half it grows to the left. */
function endOf(room: number, to: number, exit: string, port: Port, isReference: boolean): LinkEnd {
  const beside = along(port, 11)
  const isLeft = portOf(exit).x < W / 2
  const place = port.dx === 0 ? { x: beside.x + (isLeft ? -4 : 4), y: beside.y } : { x: beside.x, y: beside.y - (port.dy === 0 ? 5 : 0) }
  return { ...place, anchor: isLeft ? 'end' : 'start', exit, text: labelOf(exit), at: room, to, isReference }
}
