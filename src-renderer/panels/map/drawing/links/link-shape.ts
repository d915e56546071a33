import type { Cell, Positions } from '@shared/map/cell'
import {
  BOX,
  cornerOf,
  type LocationPort,
  type Point,
  type Port,
  portAt,
  isOnCompass,
} from '@shared/map/drawing/geometry'
import type { Line, Lines } from '@shared/map/drawing/lines'
import { widthOf } from '@shared/map/drawing/names'
import { coordinates, middleOf, pathOf } from '@shared/map/drawing/path'
import type { Link } from '@shared/map/links'
import { mapStrings } from '../../strings'

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

/** Columns of the drawing from its leftmost box to its rightmost, in its coordinates. */
export interface Rim {
  readonly left: number
  readonly right: number
}

/** Text of 11 px where the zoom is least for it. */
const LARGEST_TEXT = 12.3
const BEYOND_RIM = 24

/** Text that would be cut at the edge of the panel grows inwards instead. */
export function keptInside<End extends Pick<LinkEnd, 'x' | 'anchor' | 'text'>>(end: End, rim: Rim, name = ''): End {
  const width = widthOf(name === '' ? end.text : mapStrings.reference(end.text, name)) * LARGEST_TEXT
  const isCutLeft = end.anchor === 'end' && end.x - width < rim.left - BEYOND_RIM
  const isCutRight = end.anchor === 'start' && end.x + width > rim.right + BEYOND_RIM
  if (isCutLeft) return { ...end, anchor: 'start' }
  return isCutRight ? { ...end, anchor: 'end' } : end
}

const along = ({ x, y, dx, dy }: Port, distance: number): Point => ({
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
function placeBeside(port: LocationPort, isLong = false): Pick<LinkEnd, 'x' | 'y' | 'anchor'> {
  const beside = along(port, port.dx === 0 && port.dy > 0 ? BELOW_OBJECTS : 11)
  const anchor = port.isLeft ? 'end' : 'start'
  if (port.dx === 0) return { x: beside.x + (port.isLeft ? -4 : 4), y: beside.y, anchor }
  if (port.dy === 0 && isLong) return { x: port.x, y: port.y + BELOW_SIDE, anchor }
  return { x: beside.x, y: beside.y - (port.dy === 0 ? 5 : 0), anchor }
}
const BELOW_SIDE = 42

const HALF_WIDTH = 8
const HALF_THICKNESS = 2.5

export function barAt(place: Port): string {
  const { ux, uy } = unit(place)
  const corner = (ahead: number, aside: number): Point => ({
    x: place.x + ux * ahead - uy * aside,
    y: place.y + uy * ahead + ux * aside,
  })
  const corners = [
    corner(-HALF_THICKNESS, -HALF_WIDTH),
    corner(HALF_THICKNESS, -HALF_WIDTH),
    corner(HALF_THICKNESS, HALF_WIDTH),
    corner(-HALF_THICKNESS, HALF_WIDTH),
  ]
  return `M${corners.map(coordinates).join('L')}Z`
}

/** An upright key beside the bar. */
export function keyAt(place: Port): string {
  const { ux, uy } = unit(place)
  // On the right side of the line, or above if the line is vertical.
  const side = -uy > 0 || (uy === 0 && ux < 0) ? 1 : -1
  const { x, y } = { x: place.x - uy * side * 16, y: place.y + ux * side * 16 }
  return `M${coordinates({ x: x + 3, y: y - 4 })}a3 3 0 1 0 -6 0a3 3 0 1 0 6 0M${coordinates({ x, y: y - 1 })}v8M${coordinates({ x, y: y + 3 })}h3M${coordinates({ x, y: y + 7 })}h3`
}

function unit({ dx, dy }: Port): { readonly ux: number; readonly uy: number } {
  const length = Math.hypot(dx, dy) || 1
  return { ux: dx / length, uy: dy / length }
}

const STUB_LENGTH = 15
const MARK_DISTANCE = 23

interface Stub extends Pick<LinkEnd, 'x' | 'y' | 'anchor' | 'text'> {
  readonly path: string
  /** Position of a door across the stub. */
  readonly door: Port
}

/** An untried exit: a short line from its port with a question mark, or its word if it is off the compass. */
export function stubOf(cell: Cell, exit: string): Stub {
  const port = portAt(cell, exit)
  const length = Math.hypot(port.dx, port.dy)
  const at = (distance: number): Point => along(port, distance / length)
  const words = isOnCompass(exit)
    ? { ...at(MARK_DISTANCE), anchor: 'middle' as const, text: '?' }
    : { ...placeBeside(port), text: mapStrings.stub(labelOf(exit)) }
  return { path: `M${coordinates(at(2))}L${coordinates(at(STUB_LENGTH))}`, door: { ...port, ...at(9) }, ...words }
}
