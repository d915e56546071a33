import type { Cell, Positions } from '@shared/map/cell'
import { BOX, cornerOf, type LocationPort, type Point, type Port, portAt } from '@shared/map/drawing/geometry'
import type { Line, Lines } from '@shared/map/drawing/lines'
import { coordinates, middleOf, pathOf } from '@shared/map/drawing/path'
import type { Link } from '@shared/map/links'

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

/** Label at the end of a link: a compass letter, or the action, shortened. */
export function labelOf(exit: string): string {
  return LETTERS.get(exit) ?? (exit.length > LONGEST_LABEL ? `${exit.slice(0, LONGEST_LABEL - 1)}…` : exit)
}

/** A link as drawn, in coordinates of the drawing. */
export interface LinkShape {
  /** Null if the other location is far away or on another level; then only the ends are drawn. */
  readonly path: string | null
  readonly arrow: string | null
  /** Middle of the line with its direction, for a door. */
  readonly middle: Port | null
  readonly ends: readonly LinkEnd[]
}

export interface LinkEnd extends Point {
  readonly exit: string
  readonly text: string
  readonly anchor: 'start' | 'middle' | 'end'
  /** The location of this end, and the one it leads to. */
  readonly at: number
  readonly to: number
  /** True if it replaces a line by the target's name. */
  readonly isReference: boolean
}

export function shapeOf(link: Link, lines: Lines, positions: Positions): LinkShape | null {
  const line = lines.of(link)
  return line ? shapeOfLine(link, line) : references(link, positions)
}

/** A straight line while one end is dragged; it is routed when released. */
export function shapeWhileDragged(link: Link, positions: Positions): LinkShape | null {
  const [from, to] = [positions[link.from], positions[link.to]]
  if (!from || !to) return null
  const start = portAt(from, link.exit, to.y - from.y)
  const end = portAt(to, link.back ?? link.exit, from.y - to.y)
  const corners = [start, link.back === null ? { ...end, ...centerOf(to) } : end]
  return { path: pathOf(corners), arrow: null, middle: null, ends: [] }
}

function centerOf(cell: Cell): Point {
  const { x, y } = cornerOf(cell)
  return { x: x + BOX.width / 2, y: y + BOX.height / 2 }
}

function shapeOfLine(link: Link, { corners, start, end, isStraight }: Line): LinkShape {
  const ends = [
    endOf(link.from, link.to, link.exit, start, false),
    ...(link.back === null ? [] : [endOf(link.to, link.from, link.back, end, false)]),
  ]
  return {
    path: pathOf(corners),
    arrow: link.back === null ? arrowAt(end) : null,
    middle: middleOf(corners),
    ends: isStraight ? [] : ends,
  }
}

function references(link: Link, positions: Positions): LinkShape | null {
  const [from, to] = [positions[link.from], positions[link.to]]
  if (!from || !to) return null
  return {
    path: null,
    arrow: null,
    middle: null,
    ends: [
      endOf(link.from, link.to, link.exit, portAt(from, link.exit), true),
      ...(link.back === null ? [] : [endOf(link.to, link.from, link.back, portAt(to, link.back), true)]),
    ],
  }
}

export const along = ({ x, y, dx, dy }: Port, distance: number): Point => ({
  x: x + dx * distance,
  y: y + dy * distance,
})

function arrowAt(end: Port): string {
  const length = Math.hypot(end.dx, end.dy)
  const [ux, uy] = [end.dx / length, end.dy / length]
  const base = { x: end.x + ux * 10, y: end.y + uy * 10 }
  return `M${coordinates(end)}L${coordinates({ x: base.x - uy * 5, y: base.y + ux * 5 })}L${coordinates({ x: base.x + uy * 5, y: base.y - ux * 5 })}Z`
}

/** Distance that clears the list of objects under a box. */
const BELOW_OBJECTS = 20

/** Text is just outside the port, beside its line; at a port of the left half it grows to the left. */
function endOf(location: number, to: number, exit: string, port: LocationPort, isReference: boolean): LinkEnd {
  return { ...placeBeside(port, isReference), exit, text: labelOf(exit), at: location, to, isReference }
}

/**
 * Text grows along the gap between two rows of boxes, which is free; long labels at the side of a box move there too.
 */
export function placeBeside(port: LocationPort, isLong = false): Pick<LinkEnd, 'x' | 'y' | 'anchor'> {
  const beside = along(port, port.dx === 0 && port.dy > 0 ? BELOW_OBJECTS : 11)
  const anchor = port.isLeft ? 'end' : 'start'
  if (port.dx === 0) return { x: beside.x + (port.isLeft ? -4 : 4), y: beside.y, anchor }
  if (port.dy === 0 && isLong) return { x: port.x, y: port.y + BELOW_SIDE, anchor }
  return { x: beside.x, y: beside.y - (port.dy === 0 ? 5 : 0), anchor }
}
const BELOW_SIDE = 42
