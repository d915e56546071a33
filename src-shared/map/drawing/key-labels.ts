import type { Box, Point } from './geometry'
import { breakLines, breakText, LEAST_FONT, LINE_HEIGHT, widthOf } from './names'

/** A name that is not completely visible in its box. All sizes are in pixels on screen. */
export interface NameToPlace {
  readonly id: number
  readonly name: string
  /** The box of its room or, for a room of another level, of the room that leads there. */
  readonly box: Box
}

export interface KeyLabel extends Box {
  readonly id: number
  readonly lines: readonly string[]
}

interface Surface {
  readonly width: number
  readonly height: number
  /** Boxes with a name, which labels must not cover. */
  readonly named: readonly Box[]
  /** Texts that a label covers only if it has no other place. */
  readonly words: readonly Box[]
  /** Text size; 1 is 100 %. */
  readonly scale: number
}

/** Padding and border of a label, the sum of both sides. */
const INSET = { x: 10, y: 4 }
const WIDEST = 130
/** Minimum distance from everything else, and the distance between tested places. */
const GAP = 2
const STRIDE = 6

/**
 * Places each complete name as near to its box as possible, within the surface and without covering names or other
 * labels. A name without a free place is omitted.
 */
export function placeKeyLabels(names: readonly NameToPlace[], surface: Surface): readonly KeyLabel[] {
  const placed: KeyLabel[] = []
  const findPlace = (box: Box, size: Size, taken: readonly Box[]) => {
    const isFree = (at: Point) => {
      const label = { ...at, ...size }
      return !taken.some((other) => areNear(label, other))
    }
    return placesBeside(box, size, surface).find(isFree) ?? nearestPlace(box, size, surface, isFree)
  }
  for (const { id, name, box } of names) {
    for (const lines of linesFor(name, surface)) {
      const size = sizeOf(lines, surface.scale)
      const taken = [...surface.named, ...placed]
      const corner = findPlace(box, size, [...taken, ...surface.words]) ?? findPlace(box, size, taken)
      if (!corner) continue
      placed.push({ id, lines, ...corner, ...size })
      break
    }
  }
  return placed
}

/**
 * The possible line breaks of a name: into as few lines as possible and, if that differs, as narrow as its words allow.
 * A word is broken only if it is wider than the widest label.
 */
function linesFor(name: string, { width, scale }: Surface): readonly (readonly string[])[] {
  const em = (pixels: number) => (pixels - INSET.x) / (LEAST_FONT * scale)
  const widest = Math.min(WIDEST * scale, width - 2 * GAP)
  const lines = breakLines(name, em(widest))
  const narrow = breakText(name, Math.max(...name.split(/[\s-]/u).map(widthOf)) + 0.4)
  return narrow && narrow.length > lines.length ? [lines, narrow] : [lines]
}

function sizeOf(lines: readonly string[], scale: number): Pick<Box, 'width' | 'height'> {
  const font = LEAST_FONT * scale
  return {
    width: Math.max(...lines.map(widthOf)) * font + INSET.x,
    height: lines.length * font * LINE_HEIGHT + INSET.y,
  }
}

type Size = Pick<Box, 'width' | 'height'>

/** Places above, below and beside a box, moved into the surface. */
function placesBeside(box: Box, size: Size, surface: Surface): readonly Point[] {
  const most = lastCorner(size, surface)
  const { x, y } = middleCorner(box, size)
  if (most.x < GAP || most.y < GAP) return []
  return [
    { x, y: box.y - size.height - GAP },
    { x, y: box.y + box.height + GAP },
    { x: box.x + box.width + GAP, y },
    { x: box.x - size.width - GAP, y },
  ].map((at) => ({ x: Math.min(most.x, Math.max(GAP, at.x)), y: Math.min(most.y, Math.max(GAP, at.y)) }))
}

/** The free place nearest to the box, on the whole surface; undefined if there is none. */
function nearestPlace(box: Box, size: Size, surface: Surface, isFree: (at: Point) => boolean): Point | undefined {
  const most = lastCorner(size, surface)
  const middle = middleCorner(box, size)
  const columns = placesAlong(most.x, middle.x)
  let nearest: Point | undefined
  let least = Infinity
  for (const { at: y, away: rowAway } of placesAlong(most.y, middle.y)) {
    if (rowAway ** 2 >= least) break
    for (const { at: x, away } of columns) {
      const distance = away ** 2 + rowAway ** 2
      if (distance >= least) break
      if (!isFree({ x, y })) continue
      nearest = { x, y }
      least = distance
      break
    }
  }
  return nearest
}

/** Places along a side of the surface, nearest to `middle` first. */
const placesAlong = (most: number, middle: number): readonly { readonly at: number; readonly away: number }[] =>
  Array.from({ length: Math.max(0, Math.floor((most - GAP) / STRIDE) + 1) }, (_, index) => GAP + index * STRIDE)
    .map((at) => ({ at, away: Math.abs(at - middle) }))
    .sort((a, b) => a.away - b.away)

const lastCorner = (size: Size, { width, height }: Surface): Point => ({
  x: width - size.width - GAP,
  y: height - size.height - GAP,
})

/** The top left corner of a label that is centered on the box. */
const middleCorner = (box: Box, size: Size): Point => ({
  x: box.x + (box.width - size.width) / 2,
  y: box.y + (box.height - size.height) / 2,
})

const areNear = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + GAP && b.x < a.x + a.width + GAP && a.y < b.y + b.height + GAP && b.y < a.y + a.height + GAP
