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

/**
 * What stands at the end of a link: a letter of the compass, or the action, which may be as long as a model likes to
 * write.
 */
export function labelOf(exit: string): string {
  return LETTERS.get(exit) ?? (exit.length > LONGEST_LABEL ? `${exit.slice(0, LONGEST_LABEL - 1)}…` : exit)
}

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

export function shapeOf(link: Link, lines: Lines, positions: Positions): LinkShape | null {
  const line = lines.of(link)
  return line ? shapeOfLine(link, line) : references(link, positions)
}

/** A line is drawn straight while one of its ends is in the reader's hand, and finds its way when that is let go. */
export function shapeInHand(link: Link, positions: Positions): LinkShape | null {
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

/** What lies in a location is written right under its box. */
const BELOW_THE_THINGS = 20

/**
 * Text stands just outside the port, beside the line that leaves it; at a port of the left half it grows to the left.
 */
function endOf(location: number, to: number, exit: string, port: LocationPort, isReference: boolean): LinkEnd {
  return { ...placeBeside(port, isReference), exit, text: labelOf(exit), at: location, to, isReference }
}

/**
 * Words grow along the gap between two rows of boxes, which is free from end to end; so those that name a location, and
 * are as long as that name, stand there too where they belong to the side of a box.
 */
export function placeBeside(port: LocationPort, isLong = false): Pick<LinkEnd, 'x' | 'y' | 'anchor'> {
  const beside = along(port, port.dx === 0 && port.dy > 0 ? BELOW_THE_THINGS : 11)
  const anchor = port.isLeft ? 'end' : 'start'
  if (port.dx === 0) return { x: beside.x + (port.isLeft ? -4 : 4), y: beside.y, anchor }
  if (port.dy === 0 && isLong) return { x: port.x, y: port.y + UNDER_THE_SIDE, anchor }
  return { x: beside.x, y: beside.y - (port.dy === 0 ? 5 : 0), anchor }
}
const UNDER_THE_SIDE = 42
