import type { Cell } from '../cell'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Whether the segment crosses the inside of the box, by Liang–Barsky clipping at its four edges. */
export function crosses(from: Point, to: Point, box: Box): boolean {
  let [first, last] = [0, 1]
  const cut = (towards: number, room: number): boolean => {
    if (towards === 0) return room > 0
    if (towards < 0) first = Math.max(first, room / towards)
    else last = Math.min(last, room / towards)
    return first < last
  }
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  return (
    cut(-dx, from.x - box.x) &&
    cut(dx, box.x + box.width - from.x) &&
    cut(-dy, from.y - box.y) &&
    cut(dy, box.y + box.height - from.y)
  )
}

/**
 * Boxes and gaps are multiples of the lattice's step. A gap has room for three lines and is equal in both directions.
 */
export const STEP = 11
export const BOX = { width: 10 * STEP, height: 4 * STEP }
const GAP = 4 * STEP
export const PITCH = { x: BOX.width + GAP, y: BOX.height + GAP }

export const cornerOf = ({ x, y }: Cell): Point => ({ x: x * PITCH.x, y: y * PITCH.y })
export const boxOf = (cell: Cell): Box => ({ ...cornerOf(cell), ...BOX })
export const cellAt = ({ x, y }: Point, level: number): Cell => ({
  x: Math.round(x / PITCH.x),
  y: Math.round(y / PITCH.y),
  level,
})

/** The bounding box of at least one cell. */
export function boundsOf(cells: readonly Cell[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of cells) {
    ;[left, right] = [Math.min(left, x), Math.max(right, x)]
    ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
  }
  const corner = { x: left * PITCH.x, y: top * PITCH.y }
  return { ...corner, width: (right - left) * PITCH.x + BOX.width, height: (bottom - top) * PITCH.y + BOX.height }
}

export interface Port extends Point {
  readonly dx: number
  readonly dy: number
}

/** A port, and whether it is on the left half of the location's box. */
export interface LocationPort extends Port {
  readonly isLeft: boolean
}

const [W, H] = [BOX.width, BOX.height]
/** Distance between the port of an exit off the compass and the nearer corner. */
const ASIDE = 2 * STEP
/** Relative to the top left corner of a box. */
const COMPASS_PORTS: ReadonlyMap<string, Port> = new Map(
  Object.entries({
    north: { x: W / 2, y: 0, dx: 0, dy: -1 },
    northeast: { x: W, y: 0, dx: 1, dy: -1 },
    east: { x: W, y: H / 2, dx: 1, dy: 0 },
    southeast: { x: W, y: H, dx: 1, dy: 1 },
    south: { x: W / 2, y: H, dx: 0, dy: 1 },
    southwest: { x: 0, y: H, dx: -1, dy: 1 },
    west: { x: 0, y: H / 2, dx: -1, dy: 0 },
    northwest: { x: 0, y: 0, dx: -1, dy: -1 },
  }),
)
const OTHER_PORTS: ReadonlyMap<string, Port> = new Map(
  Object.entries({
    up: { x: W - ASIDE, y: 0, dx: 0, dy: -1 },
    down: { x: ASIDE, y: H, dx: 0, dy: 1 },
    out: { x: ASIDE, y: 0, dx: 0, dy: -1 },
  }),
)
/** The port of `in`, and of all actions that are not directions. A word at the location names them. */
const DEFAULT_PORT: Port = { x: W - ASIDE, y: H, dx: 0, dy: 1 }

const portOf = (exit: string): Port => COMPASS_PORTS.get(exit) ?? OTHER_PORTS.get(exit) ?? DEFAULT_PORT
const turned = ({ x, y, dx, dy }: Port): Port => ({ x: W - x, y: H - y, dx: -dx, dy: -dy })

export const isOnCompass = (exit: string): boolean => COMPASS_PORTS.has(exit)

/**
 * The port at which an exit leaves its box. `rows` is the number of rows that its line goes down; exits off the compass
 * face that way.
 */
export function portAt(cell: Cell, exit: string, rows = 0): LocationPort {
  const corner = cornerOf(cell)
  const usual = portOf(exit)
  const port = !isOnCompass(exit) && usual.dy * rows < 0 ? turned(usual) : usual
  return { ...port, x: corner.x + port.x, y: corner.y + port.y, isLeft: port.x < W / 2 }
}

/** The eight compass ports of a cell's box, clockwise from the north. */
export const compassPortsAt = (cell: Cell): readonly LocationPort[] =>
  [...COMPASS_PORTS.keys()].map((exit) => portAt(cell, exit))
