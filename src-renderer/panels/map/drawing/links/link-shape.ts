import type { Cell, Positions } from '@shared/map/cell'
import { BOX, cornerOf, type LocationPort, type Point, type Port, portAt } from '@shared/map/drawing/geometry'
import type { Line, Lines } from '@shared/map/drawing/lines'
import { coordinates, middleOf, pathOf } from '@shared/map/drawing/path'
import type { Link } from '@shared/map/links'
import type { WorldMap } from '@shared/map/world-map'

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

/** Label at the end of a link: a compass letter, or the shortened action. */
export function labelOf(exit: string): string {
  return LETTERS.get(exit) ?? (exit.length > LONGEST_LABEL ? `${exit.slice(0, LONGEST_LABEL - 1)}…` : exit)
}

/** The part of a link that the player knows: one direction until the player has walked back. Null if none is known. */
export function knownPart(link: Link, { locations }: WorldMap): Link | null {
  const { from, to, exit, back } = link
  const isKnown = locations[from]?.exits[exit]?.to === to
  if (back === null || locations[to]?.exits[back]?.to !== from) return isKnown ? { ...link, back: null } : null
  return isKnown ? link : { from: to, to: from, exit: back, back: null }
}

/** A drawn link, in coordinates of the drawing. */
export interface LinkShape {
  /** Null if the other location is far away or on another level. Then only the ends are drawn. */
  readonly corners: readonly Point[] | null
  readonly path: string | null
  readonly arrow: string | null
  /** Middle of the line with its direction, for a door. */
  readonly middle: Port | null
  /** The ends that need a label. There are none if the line leaves its boxes in the directions of its exits. */
  readonly ends: readonly LinkEnd[]
}

export interface LinkEnd {
  readonly port: LocationPort
  readonly exit: string
  /** The location of this end, and the location to which it leads. */
  readonly at: number
  readonly to: number
  /** True if the name of the target replaces the line. */
  readonly isReference: boolean
}

export function shapeOf(link: Link, lines: Lines, positions: Positions): LinkShape | null {
  const line = lines.of(link)
  return line ? shapeOfLine(link, line) : references(link, positions)
}

/** A straight line while one end is dragged; after the release it is routed. */
export function shapeWhileDragged(link: Link, positions: Positions): LinkShape | null {
  const [from, to] = [positions[link.from], positions[link.to]]
  if (!from || !to) return null
  const start = portAt(from, link.exit, to.y - from.y)
  const end = portAt(to, link.back ?? link.exit, from.y - to.y)
  const corners = [start, link.back === null ? { ...end, ...centerOf(to) } : end]
  return { corners, path: pathOf(corners), arrow: null, middle: null, ends: [] }
}

function centerOf(cell: Cell): Point {
  const { x, y } = cornerOf(cell)
  return { x: x + BOX.width / 2, y: y + BOX.height / 2 }
}

function shapeOfLine(link: Link, { corners, start, end, isStraight }: Line): LinkShape {
  return {
    corners,
    path: pathOf(corners),
    arrow: link.back === null ? arrowAt(end) : null,
    middle: middleOf(corners),
    ends: isStraight ? [] : endsOf(link, start, end, false),
  }
}

function references(link: Link, positions: Positions): LinkShape | null {
  const [from, to] = [positions[link.from], positions[link.to]]
  if (!from || !to) return null
  const ends = endsOf(link, portAt(from, link.exit), portAt(to, link.back ?? ''), true)
  return { corners: null, path: null, arrow: null, middle: null, ends }
}

const endsOf = (
  { from, to, exit, back }: Link,
  start: LocationPort,
  end: LocationPort,
  isReference: boolean,
): readonly LinkEnd[] => [
  { port: start, exit, at: from, to, isReference },
  ...(back === null ? [] : [{ port: end, exit: back, at: to, to: from, isReference }]),
]

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

/** The path of an upright key beside the bar. */
export function keyAt(place: Port): string {
  const { ux, uy } = unit(place)
  // The key is right of the line, or above it if the line is horizontal.
  const side = -uy > 0 || (uy === 0 && ux < 0) ? 1 : -1
  const { x, y } = { x: place.x - uy * side * 16, y: place.y + ux * side * 16 }
  return `M${coordinates({ x: x + 3, y: y - 4 })}a3 3 0 1 0 -6 0a3 3 0 1 0 6 0M${coordinates({ x, y: y - 1 })}v8M${coordinates({ x, y: y + 3 })}h3M${coordinates({ x, y: y + 7 })}h3`
}

function unit({ dx, dy }: Port): { readonly ux: number; readonly uy: number } {
  const length = Math.hypot(dx, dy) || 1
  return { ux: dx / length, uy: dy / length }
}

const STUB_LENGTH = 15

interface Stub {
  readonly port: LocationPort
  readonly corners: readonly [Point, Point]
  readonly path: string
  /** Position of a door across the stub. */
  readonly door: Port
}

/** An untried exit: a short line from its port. */
export function stubOf(cell: Cell, exit: string): Stub {
  const port = portAt(cell, exit)
  const length = Math.hypot(port.dx, port.dy)
  const at = (distance: number): Point => along(port, distance / length)
  const corners = [at(2), at(STUB_LENGTH)] as const
  return { port, corners, path: `M${corners.map(coordinates).join('L')}`, door: { ...port, ...at(9) } }
}
