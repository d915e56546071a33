import type { Box, Point } from './geometry'
import { breakText, LEAST_FONT, LINE_HEIGHT, widthOf } from './names'

/** A name that is not whole in its box on screen. All sizes are in pixels on screen. */
export interface NameToPlace {
  readonly id: number
  readonly name: string
  /** The box of its room, or of the room that leads there from another level. */
  readonly box: Box
}

export interface KeyLabel extends Box {
  readonly id: number
  readonly lines: readonly string[]
}

interface Surface {
  readonly width: number
  readonly height: number
  /** Boxes with a name, which no label covers. */
  readonly named: readonly Box[]
  /** Text size, 1 for 100 %. */
  readonly scale: number
}

/** Padding and border of a label: both sides together. */
const INSET = { x: 10, y: 4 }
const WIDEST = 130
/** Distance to everything else, and of the tried places from each other. */
const GAP = 2
const STRIDE = 6

/**
 * Places each name as near to its box as it can be whole, within the surface, over no name and no other label. A name
 * without a free place is left out.
 */
export function placeKeyLabels(names: readonly NameToPlace[], surface: Surface): readonly KeyLabel[] {
  const placed: KeyLabel[] = []
  for (const { id, name, box } of names) {
    for (const lines of linesFor(name, surface)) {
      const size = sizeOf(lines, surface.scale)
      const corner = placesAround(box, size, surface).find((at) => {
        const label = { ...at, ...size }
        return ![...surface.named, ...placed].some((other) => areNear(label, other))
      })
      if (!corner) continue
      placed.push({ id, lines, ...corner, ...size })
      break
    }
  }
  return placed
}

/** Breaks a name into as few lines as fit, and as narrowly as its words. Breaks only words wider than the surface. */
function linesFor(name: string, { width, scale }: Surface): readonly (readonly string[])[] {
  const em = (pixels: number) => (pixels - INSET.x) / (LEAST_FONT * scale)
  const widest = Math.min(WIDEST * scale, width - 2 * GAP)
  const lines = breakText(name, em(widest)) ?? breakAnywhere(name, em(widest))
  const narrow = breakText(name, Math.max(...name.split(/[\s-]/u).map(widthOf)) + 0.4)
  return narrow && narrow.length > lines.length ? [lines, narrow] : [lines]
}

function breakAnywhere(name: string, width: number): readonly string[] {
  const lines = ['']
  for (const character of name) {
    const longer = `${lines.at(-1)}${character}`
    if (widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(character)
  }
  return lines
}

function sizeOf(lines: readonly string[], scale: number): Pick<Box, 'width' | 'height'> {
  const font = LEAST_FONT * scale
  return {
    width: Math.max(...lines.map(widthOf)) * font + INSET.x,
    height: lines.length * font * LINE_HEIGHT + INSET.y,
  }
}

/** Corners of a label within the surface, nearest to the box first: above, below, beside, then anywhere. */
function placesAround(box: Box, size: Pick<Box, 'width' | 'height'>, { width, height }: Surface): readonly Point[] {
  const most = { x: width - size.width - GAP, y: height - size.height - GAP }
  if (most.x < GAP || most.y < GAP) return []
  const [left, top] = [box.x + (box.width - size.width) / 2, box.y + (box.height - size.height) / 2]
  const clamp = ({ x, y }: Point) => ({ x: Math.min(most.x, Math.max(GAP, x)), y: Math.min(most.y, Math.max(GAP, y)) })
  const beside = [
    { x: left, y: box.y - size.height - GAP },
    { x: left, y: box.y + box.height + GAP },
    { x: box.x + box.width + GAP, y: top },
    { x: box.x - size.width - GAP, y: top },
  ].map(clamp)
  const columns = Math.floor((most.x - GAP) / STRIDE) + 1
  const rows = Math.floor((most.y - GAP) / STRIDE) + 1
  const anywhere = Array.from({ length: columns * rows }, (_, index) => ({
    x: GAP + (index % columns) * STRIDE,
    y: GAP + Math.floor(index / columns) * STRIDE,
  }))
  const distance = ({ x, y }: Point) => Math.hypot(x - left, y - top)
  return [...beside, ...anywhere.toSorted((a, b) => distance(a) - distance(b))]
}

const areNear = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + GAP && b.x < a.x + a.width + GAP && a.y < b.y + b.height + GAP && b.y < a.y + a.height + GAP
