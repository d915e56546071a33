import type { Cell } from '@shared/map/cell'
import { isOnCompass, type Point, type Port, portAt } from '@shared/map/drawing/geometry'
import { coordinates } from '@shared/map/drawing/path'
import { along, labelOf, type LinkEnd, placeBeside } from './link-shape'
import { mapStrings } from '../../strings'

const HALF_WIDTH = 8
const HALF_THICKNESS = 2.5

/** A bar across a line as a closed path. */
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
